"""Answers as tables for eyes, readable at 80 columns."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from castline.cli.choices import show
from castline.graph.corrections import people_of
from castline.query.entries import EventEntry, FeelingEntry, Side, Snapshot
from castline.query.finding import Finding
from castline.query.histories import Difference, Direction, EventRow, FeelingHistory
from castline.query.knowing import SURE, Knowing, ToldAt
from castline.query.network import Network
from castline.query.people import CastEntry
from castline.query.quoting import (
    chapter_of,
    cited,
    count,
    left_out,
    listed,
    quote,
    say_event,
    say_how,
    shorten,
    squeeze,
)
from castline.query.reading import Read, write_out
from castline.query.scenes import SceneRow
from castline.query.shifts import Shifts

if TYPE_CHECKING:
    from castline.agent.check import Claim
    from castline.agent.hints import Hints
    from castline.agent.ruling import Ruling
    from castline.doctor import Checkup
    from castline.editing import Corrected, Entry
    from castline.graph.facts import Problem
    from castline.graph.named import NamedMoment
    from castline.ingest.pipeline import Report
    from castline.library import SagaEntry
    from castline.query.passages import Passage


def table(heading: str, *columns: str, right: Sequence[str] = ()) -> Table:
    """An empty table; `right` names the columns of figures."""
    made = Table(title=Text(heading), title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        figure = column in right
        made.add_column(column, justify="right" if figure else "left", no_wrap=figure, header_style="bold")
    return made


def sagas(found: Sequence[SagaEntry]) -> Table:
    """A saga a row."""
    made = table("Sagas", "saga", "books", "chapters", "told to", right=("chapters", "told to"))
    for entry in found:
        made.add_row(entry.saga, ", ".join(entry.books), str(entry.chapters), entry.last or "")
    return made


def runs(found: Sequence[dict[str, Any]]) -> Table:
    """A run with a model a row."""
    made = table(
        "Runs",
        "run",
        "saga",
        "model",
        "calls",
        "failed",
        "in",
        "out",
        "cost",
        right=("run", "calls", "failed", "in", "out", "cost"),
    )
    for run in found:
        tokens = run["tokens"]
        values = (
            run["run"],
            run["saga"],
            run["model"],
            run["calls"],
            run["failed"],
            tokens["in"],
            tokens["out"],
            run["cost"],
        )
        made.add_row(*("" if value is None else str(value) for value in values))
    return made


def pairs(found: dict[str, Any]) -> Table:
    """A value a row, by its name."""
    made = table("Estimate", "what", "how much", right=("how much",))
    for name, value in found.items():
        for inner, own in value.items() if isinstance(value, dict) else [("", value)]:
            made.add_row(f"{name} {inner}".strip(), "unknown" if own is None else str(own))
    return made


def review(found: Sequence[Finding]) -> Group:
    """A finding a row; below them where what is at odds stands, the commands that settle the others, and how much a model was refused."""
    refused, found = [e for e in found if e.kind == "refused"], [e for e in found if e.kind != "refused"]
    made = table(count(len(found), "finding", "findings"), "", "may be", "who", "why", "scenes", right=("", "scenes"))
    for number, e in enumerate(found, 1):
        made.add_row(
            str(number),
            {"split": "one", "merge": "two", "nobody": "nobody", "contrary": "at odds"}[e.kind],
            " / ".join(squeeze(one) for one in e.people),
            e.why,
            str(e.worth),
        )
    commands = [f"{number}  castline correct {shlex.join(e.correct)}" for number, e in enumerate(found, 1) if e.correct]
    stands = [
        f"{number if place is e.evidence[0] else '':<3}{cited(place, 300)}"
        for number, e in enumerate(found, 1) if e.kind == "contrary" for place in e.evidence
    ]  # fmt: skip
    below = [*(["", "What is at odds stands at:", *stands] if stands else []),
             *(["", "Where it is so, say so:", *map(squeeze, commands)] if commands else [])]  # fmt: skip
    if refused:
        passages = count(len(refused), "passage a model's answer was", "passages a model's answers were")
        below += ["", f"Of {passages} refused in part, and what was is not told: --json says what."]
    return Group(made, Text("\n".join(below), overflow="fold"))


def cast(found: Sequence[CastEntry]) -> Table:
    """A person a row."""
    books = sorted({book for e in found for book in e.books}, key=int)
    each = [f"in book {book}" for book in books] if len(books) > 1 else []
    counts = ("met", "last", "events", "quotes", *each)
    made = table(count(len(found), "person", "people"), "name", "also", "gender", *counts, right=counts)
    for e in found:
        name = squeeze(e.name) + (" (narrator)" if e.narrator else "")
        both = [str(e.books.get(book, "")) for book in books] if each else []
        last = chapter_of(e.last) if e.last else ""
        made.add_row(
            name,
            shorten(", ".join(e.also), 48),
            e.gender or "",
            chapter_of(e.met),
            last,
            str(e.events),
            str(e.quotes),
            *both,
        )
    return made


def events(found: Sequence[EventRow]) -> Table:
    """An event a row, in the order told."""
    made = table(count(len(found), "event"), "at", "what, and the words for it", "as", "weight", right=("at", "weight"))
    for e in found:
        others = [name for name in e.with_ if name not in e.summary]
        others_too = f" (with {listed(others)})" if others else ""
        what = _told(say_event(e.summary, e.happened) + others_too, e.evidence.text)
        made.add_row(chapter_of(e.at), what, f"{e.presence}\n{e.role}", f"{e.importance:.2f}")
    return made


def scenes(found: Sequence[SceneRow]) -> Table:
    """A scene a row, with those in it; a star is whose eyes it is seen through."""
    made = table(count(len(found), "scene"), "at", "place", "who is there (* sees it)", right=("at",))
    for e in found:
        people = [stay.name + ("*" if stay.presence == "pov" else "") for stay in e.people]
        made.add_row(e.at, squeeze(e.place or ""), squeeze(listed(people)))
    return made


def reading(found: Sequence[Read]) -> Text:
    """The text, with those who are meant set off from it."""
    made = Text(write_out(found))
    made.highlight_regex(r"\[[^\[\]]*\]", "cyan")
    return made


def knowing(found: Knowing) -> Group:
    """The event and the places that tell of it, each with who knows by it; a row for each who knows, the others in a line."""
    made = table("", "who", "how", "since", right=("since",))
    made.title = None
    unsure = {(one.at, one.evidence.start) for one in found.tellings if one.chance < SURE}
    for one in (*found.there, *found.heard):
        perhaps = "perhaps " if (one.at, one.evidence.start) in unsure else ""
        made.add_row(squeeze(one.name), f"{perhaps}{say_how(one.how, one.source)}", chapter_of(one.at))
    names = [squeeze(name) for _, name in found.unknowing]
    names[MOST_NAMED:] = [f"{len(names) - MOST_NAMED} others"] * (len(names) > MOST_NAMED)
    others = listed(names) or "nobody"
    event = found.event
    own = f"{chapter_of(event.at)} {say_event(event.summary, event.happened)}\n{quote(event.evidence.text, 100)}\n"
    head = "".join([own if event.id else "", *(f"{_say_telling(one)}\n" for one in found.tellings)])
    less = "" if event.id or len(unsure) < len(found.tellings) else f"{UNSURE}\n"
    return Group(Text(f"{head}{less}"), made, Text(f"\nNot told to know of it by {found.at}: {others}."))


MOST_NAMED = 24
"""Names of those who are not told to know, before the rest are counted."""
UNSURE = "\nNo place surely tells of it: ask with who does what to whom, or in the book's words."


def _say_telling(one: ToldAt) -> str:
    """A place that tells of something, with the chance that it does where its words are others, and who knows by it."""
    chance = "" if one.chance == 1 else f" (chance {one.chance:.2f})"
    who = listed([f"{squeeze(who.name)} ({say_how(who.how, who.source)})" for who in one.knowers]) or "nobody known"
    words = squeeze(one.says) or quote(one.evidence.text, 300)
    return f"{chapter_of(one.at)}{chance} {words}\n    {who}"


def feelings(found: FeelingHistory) -> Group:
    """Both directions: the levels now in words, then each change with its words."""
    return Group(
        Text(f"As of {found.at}; affection is -10..10, familiarity 0..10\n"),
        *(part for one in found.directions for part in _direction(one)),
    )


def _direction(one: Direction) -> tuple[Text, Table | Text, Text]:
    if not one.changes:
        return Text(f"{one.holder} toward {one.toward}"), Text("  nothing told so far"), Text("")
    made = table("", "at", "affection", "familiarity", "cues", "words", right=("at", "affection", "familiarity"))
    made.title = None
    for change in one.changes:
        cues = listed(sorted({cue.why or cue.type for cue in change.cues if cue.weight}))
        made.add_row(
            chapter_of(change.at),
            f"{change.affection:+.2f}",
            f"{change.familiarity:.2f}",
            shorten(cues, 30),
            quote(change.evidence.text, 60),
        )
    return Text(one.words, style="bold"), made, Text("")


def shifts(found: Shifts) -> Table:
    """A shift a row, the greatest swing first, with the words of its greatest step."""
    heading = f"Greatest swings of affection after {found.since}, by {found.at}"
    made = table(
        heading,
        "from",
        "toward",
        "swing",
        "between",
        "affection",
        "at",
        "by the words",
        right=("swing", "between", "affection", "at"),
    )
    for s in found.shifts:
        made.add_row(
            shorten(s.holder, 22), shorten(s.toward, 22), f"{s.swing:.1f}" if s.swing else "new",
            f"{s.lowest:+.1f}, {s.highest:+.1f}", f"{s.was_affection:+.1f} → {s.affection:+.1f}", chapter_of(s.at), quote(s.evidence.text, 60),
        )  # fmt: skip
    return made


def network(found: Network) -> Group:
    """Places, then triads and communities in a line each."""
    figures = ("friends", "foes", "centrality", "gives", "gets", "group")
    made = table(f"As of {found.at}: {count(len(found.bonds), 'bond')}", "name", *figures, right=figures)
    for p in found.people:
        made.add_row(
            shorten(p.name, 30), str(p.friends), str(p.foes), f"{p.centrality:.2f}", f"{p.gives:+.1f}", f"{p.gets:+.1f}",
            str(p.community or ""),
        )  # fmt: skip
    t = found.triads
    total = t.friends + t.two_friendly + t.one_friendly + t.foes
    share = f", {t.balanced:.0%} balanced" if t.balanced is not None else ""
    lines = [f"\n{count(total, 'triad')}{share}."]
    lines += [f"Strained: {listed(names)}." for names in t.strained]
    lines += [f"Group {at}: {shorten(listed(group), 110)}." for at, group in enumerate(found.communities, 1)]
    return Group(made, Text("\n".join(lines)))


def difference(found: Difference) -> Group:
    """What is new, section by section."""
    parts: list[Text | Table] = [Text(f"{found.name}: new after {found.since}, by {found.at}\n", style="bold")]
    if found.names:
        parts.append(Text(f"New names: {listed(found.names)}\n"))
    for entry in (*found.attributes, *found.relations):
        what = f"{entry.attribute}: {entry.value}" if hasattr(entry, "attribute") else f"{entry.who}: {entry.word}"
        parts.append(Text(f"{chapter_of(entry.evidence.told)} {what}, {quote(entry.evidence.text, 60)}"))
    if found.feelings:
        parts.append(_steps(found))
    if found.events:
        parts.append(_learned(found))
    return Group(*parts if len(parts) > 1 else [*parts, Text("nothing new")])


def _steps(found: Difference) -> Table:
    made = table(
        "\nFeelings that moved",
        "toward",
        "affection",
        "familiarity",
        "by the words",
        right=("affection", "familiarity"),
    )
    for f in found.feelings:
        made.add_row(
            f["toward"], f"{f['was_affection']:+.1f} → {f['affection']:+.1f}", f"{f['was_familiarity']:.1f} → {f['familiarity']:.1f}",
            quote(f["evidence"].text, 60),
        )  # fmt: skip
    return made


def _learned(found: Difference) -> Table:
    made = table(
        f"\nLearned of {count(len(found.events), 'event')}", "at", "what, and the words for it", "how", right=("at",)
    )
    for e in found.events:
        made.add_row(
            chapter_of(e["at"]),
            _told(say_event(e["summary"], e["happened"]), e["evidence"].text),
            say_how(e["how"], e["from"]),
        )
    return made


def print_snapshot(s: Snapshot) -> None:
    """The snapshot's sections, one under the other."""
    show(Text(f"{s.name}, as of {s.at} and nothing after it", style="bold"), Text("\n".join(_facts(s)) + "\n"))
    if s.told:
        show(_tellings(s), "")
    if s.partner and s.partner.feeling:
        show(_feelings([s.partner.feeling], f"With {s.partner.who}"), "")
    if s.partner and s.shared:
        show(_known(s.shared, f"Both {s.name} and {s.partner.who} were there"), "")
    if s.partner and s.unshared:
        show(_known(s.unshared, f"{s.partner.who}, as far as is told, does not know"), "")
    if s.feelings:
        show(_feelings(s.feelings, "Feelings"), "")
    if s.events:
        show(_known(s.events, "Knows"), "")
    if s.quotes:
        show(_quotes(s), "")
    if s.left_out:
        show(f"Left out: {left_out(s.left_out)}.")
    if s.doubtful:
        show(f"Too doubtful for the confidence asked for: {left_out(s.doubtful)}.")


def _facts(s: Snapshot) -> list[str]:
    also = [squeeze(n.form) for n in s.names if n.form != s.name]
    lines = [f"Also {listed(also)}."] if also else []
    lines += [
        f"{a.attribute}: {a.value}, {quote(a.evidence.text, 40)} ({chapter_of(a.evidence.told)})" for a in s.attributes
    ]
    lines += [f"{r.who}: {r.word}, {quote(r.evidence.text, 40)} ({chapter_of(r.evidence.told)})" for r in s.relations]
    if s.known:
        lines.append(f"also knows {listed([one.who for one in s.known])}")
    if s.whereabouts:
        parts = [s.whereabouts.place or "", f"with {listed(s.whereabouts.present)}" if s.whereabouts.present else ""]
        lines.append(
            f"last seen in {s.whereabouts.scene}: {', '.join(part for part in parts if part) or 'no place named'}"
        )
    if s.mood:
        lines.append(f"mood: {s.mood.emotion}, {quote(s.mood.evidence.text, 50)} ({chapter_of(s.mood.evidence.told)})")
    return lines


def _feelings(found: Sequence[FeelingEntry], heading: str) -> Table:
    made = table(f"{heading} (affection -10..10, familiarity 0..10)", "who", "toward them", "in return", "last words")
    for f in found:
        evidence = (f.toward or f.back).evidence  # type: ignore[union-attr]
        words = f"{quote(evidence.text, 50)} ({chapter_of(evidence.told)})"
        made.add_row(f.who, _figures(f.toward), _figures(f.back), words)
    return made


def _figures(side: Side | None) -> str:
    return f"{side.affection:+.1f}, {side.familiarity:.1f}" if side else ""


def _tellings(s: Snapshot) -> Table:
    made = table("Told", "at", "words", right=("at",))
    for one in s.told:
        made.add_row(chapter_of(one.evidence.told), shorten(one.words, 200))
    return made


def _known(events: Sequence[EventEntry], heading: str) -> Table:
    made = table(heading, "at", "what, and the words for it", "how", right=("at",))
    for e in events:
        made.add_row(
            chapter_of(e.evidence.told),
            _told(say_event(e.summary, e.happened), e.evidence.text),
            say_how(e.how, e.source),
        )
    return made


def _told(summary: str, words: str) -> Text:
    """A summary, and the words that it stands on under it."""
    return Text.assemble(shorten(summary, 110), "\n", (quote(words, 100), "dim"))


def _quotes(s: Snapshot) -> Table:
    made = table("Said", "at", "words", "to", right=("at",))
    for q in s.quotes:
        made.add_row(chapter_of(q.evidence.told), quote(q.words, 160), listed(q.to))
    return made


def rows(found: Sequence[dict[str, Any]]) -> Table:
    """Rows of a Cypher query, under the names that it gave them."""
    made = table(count(len(found), "row"), *(found[0] if found else ()))
    for row in found:
        made.add_row(*(squeeze("" if value is None else str(value)) for value in row.values()))
    return made


def moments(found: Sequence[NamedMoment]) -> Table:
    """A named moment a row."""
    made = table("Named moments", "at", "name", right=("at",))
    for one in found:
        made.add_row(one.at, squeeze(one.name))
    return made


def corrections(found: Sequence[Entry]) -> Table:
    """A correction a row."""
    made = table(count(len(found), "correction"), "id", "what", "said", "from", "state", "by", "why")
    for entry in found:
        own = entry.correction
        state = f"{entry.state} at {entry.at}" if entry.at else entry.state
        kind, *said = own.said
        names = {who.id: who.first or who.name for who in people_of(own)}
        words = " / ".join(squeeze(names.get(one, one)) for one in said)
        made.add_row(
            own.id,
            kind,
            shorten(words, 60),
            own.since or "",
            state,
            own.by.removeprefix("person:"),
            shorten(own.why, 40),
        )
    return made


def corrected(found: Corrected) -> Group:
    """The corrections, and what they changed."""
    done = "would be settled" if found.dry_run else "settled"
    head = f"{count(found.chapters, 'chapter')} {done} anew in {found.seconds:.1f} s"
    changes = found.changes
    kinds = sorted({*changes.gone, *changes.come})
    made = table(
        f"Facts that change from {changes.since} on" if kinds else "No fact changes",
        "kind",
        "go",
        "come",
        right=("go", "come"),
    )
    for kind in kinds:
        made.add_row(kind, str(changes.gone.get(kind, 0)), str(changes.come.get(kind, 0)))
    return Group(corrections(found.corrections), Text(head), made)


def passages(found: Sequence[Passage]) -> Table:
    """A passage a row."""
    made = table(count(len(found), "passage"), "at", "words", "score", right=("at", "score"))
    for one in found:
        made.add_row(chapter_of(one.at), quote(one.text, 400), f"{one.score:.3g}")
    return made


def hints(found: Hints | Ruling) -> Group:
    """The verdict, the hints, and the places."""
    head = f"{found.who} at {found.at}: {found.temporal}, {found.spatial} (confidence {found.confidence:.2f})"
    lines = [f"- {squeeze(one)}" for one in getattr(found, "hints", ())]
    ahead = [("told later", one) for one in getattr(found, "beyond", ())]
    made = table("Where it is told", "at", "", "words", "likelihood", right=("at", "likelihood"))
    for when, one in [*(("", one) for one in getattr(found, "events", getattr(found, "places", ()))), *ahead]:
        made.add_row(chapter_of(one.at), when, quote(one.text, 240), f"{one.likelihood:.2f}")
    return Group(Text(head, style="bold"), Text("\n".join(lines)), made)


def claims(found: Sequence[Claim]) -> Table:
    """A claim a row."""
    made = table(
        count(len(found), "claim that cannot stand", "claims that cannot stand"),
        "claim",
        "what is wrong",
        "sure",
        right=("sure",),
    )
    for one in found:
        made.add_row(quote(one.text, 200), one.fault, f"{one.confidence:.2f}")
    return made


def report(found: Report, problems: Sequence[Problem] | None = None) -> Group:
    """What an ingest did, in a sentence, and its problems: all of them, or those still to be told."""
    told = found.problems if problems is None else problems
    done = f"{found.saga}: nothing new; {count(found.skipped, 'chapter')} there already"
    if found.chapters:
        done = (
            f"{found.saga}: {count(found.chapters, 'chapter')} read, {found.skipped} there already; {found.words:,} words, "
            f"{count(found.facts, 'fact')} in {found.seconds:.1f} s ({found.words_per_second:,.0f} words/s, model {found.model or 'none'})"
        )
    made = table("Problems", "at", "offset", "what", "advice", right=("at", "offset"))
    for p in told:
        made.add_row(f"{p.book}.{p.chapter}", str(p.start), squeeze(p.message), p.advice)
    return Group(Text(done), *([made] if told else []))


def checkup(found: Checkup) -> Group:
    """What is there, and what is not."""
    made = table("", "what", "found")
    made.title, made.show_header = None, False
    answers = {None: "no store yet; the first ingest makes it", True: "answers", False: "does not answer"}[
        found.store.answers
    ]
    for name, value in (
        ("castline", found.castline), ("python", f"{found.python} on {found.platform}"), ("model", found.model or "none"),
        ("store", f"{found.store.url} ({answers})"), ("sagas", listed(found.store.sagas) or "none"),
        ("saga in use", found.store.saga or "not chosen"), *((n, v or "missing") for n, v in found.packages.items()),
        *((f"castline[{n}]", "installed" if there else "not installed") for n, there in found.extras.items()),
    ):  # fmt: skip
        made.add_row(name, value)
    ending = "All that is needed is there." if found.ok else "Something that is needed is missing:"
    return Group(made, Text(""), Text(ending), *(Text(f"- {line}") for line in (*found.problems, *found.warnings)))
