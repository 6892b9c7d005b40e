"""A snapshot as a page of Markdown that a writer reads: who, what they feel, know and said, and the words for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from castline.query.entries import AttributeEntry, EventEntry, FeelingEntry, PartnerEntry, RelationEntry, Side, Snapshot
from castline.query.quoting import chapter_of, cited, left_out, listed, quote, say_event, say_how, squeeze

_PRONOUNS = {"female": ("she", "her", "is", "has", "s"), "male": ("he", "him", "is", "has", "s")}
LIMITS = (
    "All this was read out of the text by rules or a model. They do not see irony, lies or what stands between the lines; "
    "a feeling is added up from the words cited, and who “he” is may be mistaken. The chapter decides."
)


def write_page(snapshot: Snapshot, place: str) -> str:
    """The page. A section with nothing in it is not shown; figures like 1.34 are book and chapter."""
    lines = [f"# {snapshot.name}", "", f"*As of {snapshot.at} ({place}), and nothing after it.*"]
    they, them, is_, has, s = _PRONOUNS.get(snapshot.gender or "", ("they", "them", "are", "have", ""))
    _section(lines, f"Who {they} {is_}", _who(snapshot))
    _section(lines, f"Where {they} {is_}", _where(snapshot))
    _with_partner(lines, snapshot, them)
    _section(
        lines,
        f"What is told of {them}",
        (f"- {squeeze(t.words)} ({chapter_of(t.evidence.told)})" for t in snapshot.told),
    )
    _section(lines, f"What {they} feel{s}, and what is felt for {them}", _felt(snapshot, them))
    _section(lines, f"What {they} know{s}", (_event(e) for e in snapshot.events))
    _section(
        lines,
        f"What {they} {has} said",
        (f"- {quote(q.words, 300)}{_to(q.to)} ({chapter_of(q.evidence.told)})" for q in snapshot.quotes),
    )
    _section(lines, "Left out", _left_out(snapshot))
    _section(lines, "What rules cannot know", _limits(snapshot))
    return "\n".join(lines) + "\n"


def _with_partner(lines: list[str], snapshot: Snapshot, them: str) -> None:
    """The other one in a talk, where the snapshot is for one."""
    if partner := snapshot.partner:
        _section(lines, f"With {partner.who}", _partner(partner, snapshot.name, them))
        _section(lines, f"What both {snapshot.name} and {partner.who} were there for", map(_event, snapshot.shared))
        _section(lines, f"What {partner.who}, as far as is told, does not know of", map(_event, snapshot.unshared))


def _partner(partner: PartnerEntry, name: str, them: str) -> Iterator[str]:
    yield from (f"- {_relation(tie)}" for tie in partner.ties)
    if partner.feeling:
        yield from _feeling(partner.feeling, name, them)
    for who, whom, names in ((name, partner.who, partner.calls), (partner.who, name, partner.called)):
        if names:
            yield f"- {who} calls {whom} {listed([f'“{form}”' for form in names])}."


def _section(lines: list[str], heading: str, entries: Iterable[str]) -> None:
    found = list(entries)
    if found:
        lines += ["", f"## {heading}", "", *found]


def _who(snapshot: Snapshot) -> Iterator[str]:
    also = [squeeze(n.form) for n in snapshot.names if n.form != snapshot.name]
    if also:
        yield f"- Also called {listed(also)}."
    met = f"First met in {chapter_of(snapshot.met)}"
    yield f"- {met}; tells the story." if snapshot.narrator else f"- {met}."
    for kind in dict.fromkeys(a.attribute for a in snapshot.attributes):
        yield f"- {kind.capitalize()}: " + "; ".join(_attribute(a) for a in snapshot.attributes if a.attribute == kind)
    for relation in snapshot.relations:
        yield f"- {_relation(relation)}"


def _attribute(entry: AttributeEntry) -> str:
    return f"{entry.value} — {cited(entry.evidence, 90)}"


def _relation(entry: RelationEntry) -> str:
    return f"{entry.word.capitalize()}: {entry.who} — {cited(entry.evidence, 90)}"


def _where(snapshot: Snapshot) -> Iterator[str]:
    where = snapshot.whereabouts
    if where:
        parts = [where.place or "", f"with {listed(where.present)}" if where.present else ""]
        yield f"- Last seen in {where.scene}: {', '.join(part for part in parts if part) or 'no place named'}."
    if snapshot.mood:
        yield f"- Mood: {snapshot.mood.emotion} — {cited(snapshot.mood.evidence)}"


def _felt(snapshot: Snapshot, them: str) -> Iterator[str]:
    for entry in snapshot.feelings:
        yield from _feeling(entry, snapshot.name, them)
    if snapshot.known:
        yield f"- Also known, the best known first: {listed([one.who for one in snapshot.known])}."


def _feeling(entry: FeelingEntry, name: str, them: str) -> Iterator[str]:
    yield f"- **{entry.who}**"
    if entry.toward:
        yield f"  - {name} {entry.toward.words} {_figures(entry.toward)}{_moved(entry.toward)}"
    if entry.back:
        words = re.sub(r"\bthem\b", them, entry.back.words)
        same = entry.toward is not None and entry.toward.evidence == entry.back.evidence
        yield f"  - {entry.who} {words} {_figures(entry.back)}{'.' if same else _moved(entry.back)}"


def _figures(side: Side) -> str:
    return f"(affection {side.affection:+.1f}, familiarity {side.familiarity:.1f})"


def _moved(side: Side) -> str:
    """The words of the last change, where cues say that they moved the affection, else the chapter alone; and earlier words that
    show it."""
    moved = f"moved by {cited(side.evidence)}" if side.cues else f"last changed in {chapter_of(side.evidence.told)}"
    shown = side.shown and not side.evidence.start <= side.shown.start < side.evidence.end
    return f", {moved}; shown by {cited(side.shown)}." if side.shown and shown else f", {moved}."


def _event(entry: EventEntry) -> str:
    return (
        f"- {say_event(entry.summary, entry.happened)} *({say_how(entry.how, entry.source)})* — {cited(entry.evidence)}"
    )


def _to(names: tuple[str, ...]) -> str:
    return f" — to {listed(names)}" if names else ""


def _left_out(snapshot: Snapshot) -> Iterator[str]:
    if snapshot.left_out:
        yield f"Known by now but not shown: {left_out(snapshot.left_out)}."
    if snapshot.doubtful:
        yield f"Too doubtful for the confidence asked for: {left_out(snapshot.doubtful)}."


def _limits(snapshot: Snapshot) -> Iterator[str]:
    sources = {n.evidence.by for n in snapshot.names} | {e.evidence.by for e in snapshot.events}
    if any("+blank" in by for by in sources):
        yield "**No language model was installed when this was read**: names were guessed from capitals, and no grammar was read.\n"
    if any(by.startswith("rules") for by in sources):
        yield LIMITS
