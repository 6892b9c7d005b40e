"""The library: every verb of castline on one store. The command line and the service say these verbs aloud.

`at` is always the last moment that is still told (34, "34", "1.34", "1.34.2", or a chapter's heading), None the
last chapter ingested. Nothing told after it is in any answer. Where a question could be understood otherwise, its answer
comes with a Notice, which is a Python warning unless the library has something else to `notify`.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import msgspec

from castline.errors import AskError, CastlineError, InputError, Notice
from castline.graph.limits import Limits
from castline.graph.moments import At, Moment, pack, write
from castline.graph.named import Named, NamedMoment
from castline.graph.opening import open_store
from castline.graph.store import SagaRecord, Store
from castline.graph.urls import holds_secret
from castline.query.budget import trim
from castline.query.entries import WIDE, Snapshot
from castline.query.export import export, export_facts
from castline.query.finding import Finding
from castline.query.histories import Clock, Difference, EventRow, FeelingHistory, compare, list_events, trace_feelings
from castline.query.knowing import Happening, Knowing, list_happenings
from castline.query.network import Network, chart_network
from castline.query.people import CastEntry, list_cast
from castline.query.reading import Read, read_chapter
from castline.query.render import render, say_place
from castline.query.review import MOST, review
from castline.query.scenes import SceneRow, list_scenes, was_there
from castline.query.shifts import TOP, Shifts, find_shifts
from castline.query.snapshot import take_snapshot
from castline.query.stage import Stage, Tick, list_chapters, set_stage
from castline.query.tables import columns_of, list_rows
from castline.query.view import Notify, Stamp, View, Views
from castline.query.when import is_number

if TYPE_CHECKING:
    from castline.agent.check import Claim
    from castline.agent.hints import Hints
    from castline.agent.meaning import Embedder
    from castline.agent.model import Messages, Model
    from castline.agent.ruling import Ruling
    from castline.agent.talk import Asking, Pair
    from castline.doctor import Checkup
    from castline.editing import Corrected, Editor, Entry
    from castline.ingest.model.route import Choice
    from castline.ingest.pipeline import Progress, Report
    from castline.ingest.second_reader import SecondReader
    from castline.query.paragraphs import Around
    from castline.query.passages import Passage

DEFAULT_STORE = "sqlite:///castline.db"


class SagaEntry(msgspec.Struct, frozen=True):
    """A saga in the store: its books in order, and the last moment told."""

    saga: str
    books: tuple[str, ...]
    chapters: int
    last: str | None


def warn(note: str) -> None:
    """Say a note as a Python warning."""
    warnings.warn(note, Notice, stacklevel=2)


def need_model() -> ModuleType:
    """The model's route, which an extra installs."""
    try:
        from castline.ingest.model import route
    except ImportError as error:
        raise InputError(
            f"To read with a model, {error.name} must be installed: pip install 'castline[model]'"
        ) from error
    return route


class _OpenedLate:
    """A store that is opened, and made, when it is first asked something but what it holds: by then the books have been
    read."""

    def __init__(self, store: Callable[[], Store], is_missing: Callable[[], bool]) -> None:
        self._store = store
        self._is_missing = is_missing

    def saga(self, name: str, last: int | None = None) -> SagaRecord | None:
        """As the store's, which holds nothing where it is not there yet."""
        return None if self._is_missing() else self._store().saga(name, last)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store(), name)


class Library:
    """The sagas of one store. Opens the store when first asked; use as a context manager, or `close` it.

    One that is open `until` a chapter tells of one saga, as though it ended there: whoever has it cannot ask for later, takes no books
    and no corrections, and is no judge.
    """

    def __init__(self, url: str, saga: str | None = None, notify: Notify = warn, until: At | None = None) -> None:
        self.url = url
        self.saga = saga
        self.notify = notify
        self.until = until
        self._views: Views | None = None
        self._stamp: Stamp | None = None
        self._opening = Lock()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the store; the next verb opens it again."""
        with self._opening:
            views, self._views = self._views, None
        if views is not None:
            views.store.close()

    @property
    def store(self) -> Store:
        """The store itself, opened (and made, if it is a file that is not there yet)."""
        return self._opened().store

    def _opened(self) -> Views:
        with self._opening:  # threads that ask first at one moment would each open a store, and all but one be lost
            if self._views is None:
                self._views = Views(open_store(self.url))
            return self._views

    def _is_missing(self) -> bool:
        return self._views is None and is_missing(self.url)

    def view(self, at: At | None = None, by: Moment | None = None) -> View:
        """This saga as of a moment: what every reading verb starts from. `by` is the last moment that may be spoken of."""
        if self._is_missing():
            raise AskError(
                f"There is no store at '{self.url}' yet. `castline ingest FILE` makes it; --store names another."
            )
        return self._opened().open(
            self.saga, self._find_named(at), by, self.notify, self._stamp, self._look_up(self.until)
        )

    def _find_named(self, at: At | None) -> At | None:
        """The moment that a name was given to, and no name of a later one than may be asked about; what is no such name as it is."""
        found = self._look_up(at)
        later = found is not at and self.until is not None and pack(str(found)) > self.view().bound
        return at if later else found

    def _look_up(self, at: At | None) -> At | None:
        """The moment that a name was given to; what is no such name as it is: a name has a letter."""
        if not isinstance(at, str) or is_number(at):
            return at
        named = Named.beside(self.url)
        if not named.path.exists():
            return at
        return named.find(self._saga_of_names(), at) or at

    def _saga_of_names(self) -> str:
        """The saga whose names are meant; of one that is not named, the only one there."""
        return self.saga or next(iter(self.store.sagas()), "")

    def moments(self) -> list[NamedMoment]:
        """The moments of this saga that names were given to, in their order."""
        names = Named.beside(self.url).names(self._saga_of_names())
        bound = None if self.until is None else self.view().bound
        return [one for one in names if bound is None or pack(one.at) <= bound]

    def name_moment(self, name: str, at: At) -> NamedMoment:
        """Give a moment a name, which `at` then takes everywhere. A name that is given again moves."""
        self._refuse_bound("gives no names")
        view = self.view(at)
        return Named.beside(self.url).add(view.record.name, name, view.at)

    def stamp(self) -> Stamp:
        """Which state of this saga an answer would be of. Raises AskError where there is no such saga."""
        if self._is_missing():
            raise AskError(f"There is no store at '{self.url}' yet.")
        return self._opened().stamp(self.saga)

    def of(self, saga: str | None, notify: Notify | None = None, stamp: Stamp | None = None) -> Library:
        """The same store, asked about another saga (None: this one). Only the first library closes the store. With a `stamp`, which
        the store has just given for that saga, it is for the question at hand: the state is not asked for again."""
        if self.until is not None and saga and saga != self.view().record.name:
            raise AskError(f"Here '{self.view().record.name}' alone is told of, and no saga '{saga}'.")
        other = Library(self.url, saga or self.saga, notify or self.notify, self.until)
        other._stamp = stamp
        other._views = self._views or (None if is_missing(self.url) else self._opened())
        return other

    def ending(self, at: At, saga: str | None = None) -> Library:
        """The same store, told of one saga as though it ended at a moment, which is a name's if it is one: moved, it ends where the
        name stands by then. Only the first library closes the store. Raises AskError where this one is open until a chapter."""
        self._refuse_bound("ends nowhere else")
        other = self.of(saga)
        other.until = at
        return other

    def ingest(
        self, files: Sequence[str | Path] | str | Path, saga: str | None = None, *, through: str | int | None = None,
        pattern: str | None = None, language: str | None = None, replace: bool = False, processes: int | None = None,
        progress: Progress | None = None, model: Choice | Sequence[Choice] | None = None,
    ) -> Report:  # fmt: skip
        """Read books into a saga, after what it holds; by default this library's, or one named after the first file.

        `through` is the last chapter to read, `pattern` a regular expression for heading lines, `language` the code of
        what the books are in (None: what each chapter's own words are in); `replace` forgets the saga first. Stop at any
        instant and run the same again: it goes on from there. Where the files cannot be read, no store is made. A `model`
        reads beside the rules (`castline.ingest.model.route.Choice` says which, and how); its answers are kept beside the store. Of
        several, the later named's word stands where two speak of one thing.
        """
        from castline.ingest.pipeline import ingest

        self._refuse_bound("takes no books")
        given = [files] if isinstance(files, str | Path) else list(files)
        named = saga or self.saga or (Path(str(given[0])).stem if given else "")
        reader = self._choose_reader(model, named) if model else None
        report = ingest(
            cast(Store, _OpenedLate(lambda: self.store, self._is_missing)), given, saga or self.saga, through=None if through is None else write(through), pattern=pattern, language=language or "auto",
            replace=replace, processes=processes, progress=progress, reader=reader,
        )  # fmt: skip
        self._opened().refresh(report.saga)
        return report

    def correct(
        self, kind: str, *said: str, at: At | None = None, as_of: At | None = None, affection: float | None = None,
        familiarity: float | None = None, by: str | None = None, why: str = "", hold: bool = False, dry_run: bool = False,
        progress: Progress | None = None,
    ) -> Corrected:  # fmt: skip
        """Say what was read wrong; the saga is settled with it at once, and whenever it is read again.

        `kind` and what is said: "same" and "apart" take two names, "rename" a name and the right one, "nobody" a name, "tie" who,
        what and whose ("Ada", "sister", "Hugh"; "none" for nothing), "speaker" and "hearer" words of a quote and who says or hears it in the chapter `at`, "meant" words with one
        "he" or "she" (or one word between stars) and whom it means there, "feeling" from and toward whom, with the `affection` (-10..10) and
        maybe `familiarity` (0..10) as of `at`. The first three and a tie hold from the chapter `at` on, else from where all whom they name
        were met, and their names are those of the moment `as_of` (None: the end of what has been read), so that nothing later is
        answered. `by` is who says so (None: CASTLINE_BY, or this machine's user). With `hold` it is kept, and laid when the
        saga is settled next (`settle`, or an ingest); with `dry_run` nothing is kept. Raises
        AskError; InputError for a saga that an earlier castline has read.
        """
        with self._editing(progress) as editor:
            return editor.correct(
                kind, said, at, as_of=as_of, affection=affection, familiarity=familiarity, by=by, why=why, hold=hold,
                dry_run=dry_run,
            )  # fmt: skip

    def corrections(self, at: At | None = None) -> list[Entry]:
        """All that was corrected in this saga, in the order given, and what became of each; with `at`, what speaks of nothing
        after that moment. Nothing where there is no store yet."""
        if self._is_missing():
            return []
        with self._editing(writes=False) as editor:
            return editor.entries(at if at is not None or self.until is None else self.view().at)

    def withdraw(
        self, identifier: str, *, hold: bool = False, dry_run: bool = False, progress: Progress | None = None
    ) -> Corrected:
        """Let a correction (its id, or how that begins) no longer count: the saga is as if it had never been made. Raises
        UnknownName."""
        with self._editing(progress) as editor:
            return editor.withdraw(identifier, hold=hold, dry_run=dry_run)

    def settle(self, progress: Progress | None = None) -> Corrected:
        """Settle the saga with all corrections that are held; nothing where there are none."""
        with self._editing(progress) as editor:
            return editor.settle()

    def share_corrections(self) -> list[str]:
        """All corrections as lines of JSON, to be kept with a team's files; `take_corrections` reads them."""
        with self._editing() as editor:
            return editor.share()

    def take_corrections(
        self, lines: Iterable[str], dry_run: bool = False, progress: Progress | None = None
    ) -> Corrected:
        """Add corrections that were shared, to a saga that need not be there yet. Raises InputError."""
        with self._editing(progress) as editor:
            return editor.take(lines, dry_run)

    @contextmanager
    def _editing(self, progress: Progress | None = None, writes: bool = True) -> Iterator[Editor]:
        """An editor of this saga; what is kept of it is read anew afterwards."""
        from castline.editing import Editor

        if writes:
            self._refuse_bound("takes no corrections")
        if self._is_missing() and not self.saga:
            raise AskError(
                f"There is no store at '{self.url}' yet, and no saga is named. `castline ingest FILE` makes it."
            )
        saga = self.saga or self._opened().stamp(None).saga
        yield Editor(self.store, saga, lambda at: self.of(saga).view(at), partial(self._read_kept, saga), progress)
        self._opened().refresh(saga)

    def _refuse_bound(self, what: str) -> None:
        """Raise AskError where this library is open until a chapter."""
        if self.until is not None:
            raise AskError(f"This is open until {self.view().at}, and {what}. Open the store without a last chapter.")

    def _read_kept(self, saga: str, name: str) -> SecondReader:
        """A second reader who goes by what is kept of that model's answers."""
        from castline.ingest.panel import split_name

        choice = need_model().Choice
        models = [one.rpartition("@")[0] for one in split_name(name)]
        return self._choose_reader([choice(model, only_kept=True) for model in models], saga)

    def _choose_reader(self, model: Choice | Sequence[Choice], saga: str) -> SecondReader:
        """Whoever reads beside the rules: a model, or several. Raises InputError for one that is named twice."""
        from castline.ingest.panel import seat

        choices = list(model) if isinstance(model, Sequence) else [model]
        names = [choice.model for choice in choices]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise InputError(
                f"--model {twice} is named twice. Name a model once; of several, the last one's word stands."
            )
        return seat([need_model().ModelReader(choice, saga, self.answers) for choice in choices])

    @property
    def answers(self) -> Path:
        """The file that keeps what models have answered for this store."""
        need_model()
        from castline.ingest.model.kept import find_path

        return find_path(self.url)

    def runs(self) -> list[dict[str, Any]]:
        """What was asked of models for this store, run by run, and what it cost."""
        need_model()
        from castline.ingest.model.kept import Kept

        if not self.answers.exists():
            return []
        kept = Kept(self.answers)
        try:
            return kept.runs()
        finally:
            kept.close()

    def prompts(self, files: Sequence[str | Path] | str | Path, at: At | None = None) -> list[str]:
        """What a model would be asked about a chapter of these books (None: the last), a prompt a passage. Writes nothing."""
        need_model()
        from castline.ingest.model.estimate import show_prompts

        return show_prompts([files] if isinstance(files, str | Path) else files, None if at is None else write(at))

    def estimate(self, files: Sequence[str | Path] | str | Path, model: Choice) -> dict[str, Any]:
        """What reading these books with a model would take: calls, tokens, minutes, and money where prices are given. What
        this store keeps answers to costs nothing."""
        need_model()
        from castline.ingest.model.estimate import estimate

        return estimate([files] if isinstance(files, str | Path) else files, model, self.answers)

    def sagas(self) -> list[SagaEntry]:
        """What the store holds; nothing where there is no store yet."""
        if self._is_missing():
            return []
        if self.until is not None:
            return [_entry(self.view().record)]
        records = (self.store.saga(name) for name in self.store.sagas())
        return [_entry(record) for record in records if record]

    def cast(self, at: At | None = None) -> list[CastEntry]:
        """Everybody met, those most present first."""
        return list_cast(self.view(at))

    def snapshot(
        self,
        character: str,
        at: At | None = None,
        budget: int | None = None,
        confidence: float = 0.0,
        form: str = "json",
        partner: str | None = None,
    ) -> Snapshot:
        """Who somebody is, without facts below `confidence`; trimmed until its `form` fits into `budget` tokens. With a
        `partner`, for a talk with them: what the two are to each other, have both seen, and what the partner does not know."""
        return self._trimmed(self.view(at), character, form, budget, confidence, partner)

    def render(
        self,
        character: str,
        at: At | None = None,
        form: str = "markdown",
        budget: int | None = None,
        confidence: float = 0.0,
        partner: str | None = None,
    ) -> str:
        """The snapshot as `markdown`, `messages` (JSON, for a chat model) or `json`; the budget holds for that form."""
        view = self.view(at)
        taken = self._trimmed(view, character, form, budget, confidence, partner)
        return render(taken, form, say_place(view.record, view.moment))

    def _trimmed(
        self, view: View, character: str, form: str, budget: int | None, confidence: float, partner: str | None
    ) -> Snapshot:
        hearing = form == "messages"
        if budget is None:
            return take_snapshot(view, character, confidence, partner=partner, hearing=hearing)
        place = say_place(view.record, view.moment)
        taken = take_snapshot(view, character, confidence, WIDE, partner, hearing)
        return trim(taken, budget, lambda part: render(part, form, place))

    def feelings(self, a: str, b: str, at: At | None = None, more: Sequence[str] = ()) -> FeelingHistory:
        """Every change of what two people feel for each other, both ways, and the words that made it; with `more` people, of what
        `a` feels for `b` and for each of these."""
        return trace_feelings(self.view(at), a, b, more)

    def shifts(self, since: At | None = None, at: At | None = None, top: int = TOP) -> Shifts:
        """The greatest swings of anyone's affection for anyone after `since` (the first chapter, where none is named) and by `at`:
        how far up and down it went, however it ended, and the words that moved it. Feelings that are new and have not moved since
        come last."""
        if since is None:
            first = self.view(at).record.chapters[0]
            since = f"{first.book}.{first.ordinal}"
        return find_shifts(*self._between(since, at), top)

    def _between(self, since: At, at: At | None) -> tuple[View, View]:
        """The views of two moments; of the first, nothing is said that is told after the second."""
        after = self.view(at)
        return self.view(since, None if at is None else after.moment), after

    def network(self, at: At | None = None) -> Network:
        """The signed network of everybody: centrality, balance of triads, communities."""
        return chart_network(self.view(at))

    def knows(self, event: str, at: At | None = None, model: Model | None = None) -> Knowing:
        """Who was at an event (its id, words of it, or a sentence that says it in other words), who heard of it and from whom, and who
        does not know of it, by every place that tells it. A `model` reads the likeliest places, where one is given."""
        from castline.agent.knowers import find_knowing

        return find_knowing(self.view(at), event, model)

    def happenings(self, at: At | None = None) -> list[Happening]:
        """Every event told, the latest first."""
        return list_happenings(self.view(at))

    def stage(self, at: At | None = None, people: int = 30) -> Stage:
        """What one screen shows: the people of most scenes, each with a place in a drawing, what is between them, and what
        this chapter changed."""
        return set_stage(self.view(at), people)

    def chapters(self, at: At | None = None) -> list[Tick]:
        """The chapters told, and how many events each tells."""
        return list_chapters(self.view(at))

    def events(self, character: str, at: At | None = None, clock: Clock = "told") -> list[EventRow]:
        """What somebody took part in or was talked of in, in the order told; with the clock "happened", in the order of the
        story, as far as it is told."""
        return list_events(self.view(at), character, clock)

    def scenes(self, who: str | None = None, at: At | None = None) -> list[SceneRow]:
        """The scenes, in order, with who is there for how much of them; those with one person, where one is given."""
        return list_scenes(self.view(at), who)

    def reading(self, at: At | None = None) -> list[Read]:
        """The chapter of a moment, a paragraph each, with whom its words were taken to mean and who says what to whom."""
        return read_chapter(self.view(at))

    def was_there(self, who: str, offset: int, at: At | None = None, book: int = 1) -> bool:
        """Whether somebody was there at an offset into a book's text, or close to it, as far as the text shows it by `at`."""
        return was_there(self.view(at), who, book, offset)

    def diff(self, character: str, since: At, at: At | None = None) -> Difference:
        """What became known of somebody after `since` and by `at`."""
        return compare(*self._between(since, at), character)

    def passages(
        self, query: str, at: At | None = None, who: str | None = None, most: int = 6, embedder: Embedder | None = None
    ) -> list[Passage]:  # fmt: skip
        """What was told by a moment that a query is about, the likeliest first; with `who`, only what that person was there
        for or knows of. With an `embedder`, vectors have a say in the order (`embedder` makes one)."""
        if embedder is not None:
            from castline.agent.meaning import find_by_meaning

            return find_by_meaning(self.view(at), query, embedder, who, most)
        from castline.query.passages import find_passages

        return find_passages(self.view(at), query, who, most)

    def embedder(self, model: str, base_url: str | None = None) -> Embedder:
        """An embeddings model at an OpenAI-compatible endpoint; its vectors are kept beside the store, and asked for once."""
        from castline.agent.meaning import Embedded

        return Embedded(model, base_url, self.answers)

    def paragraph(self, start: int, end: int, at: At | None = None, book: int = 1) -> Around:
        """The paragraphs of a book that hold the words from `start` to before `end`, as evidence cites them; no more of them than is
        told by a moment. Raises AskError where nothing there is told by then, or the store keeps no text."""
        from castline.query.paragraphs import find_around

        return find_around(self.view(at), book, start, end)

    def hints(self, character: str, question: str, at: At | None = None, model: Model | None = None) -> Hints:
        """What may be said of a question to somebody who plays a person then: whether it has happened, was witnessed, or was
        changed. Says nothing of what comes but that it lies ahead. A `model` reads the likeliest pages, where one is given."""
        from castline.agent.hints import give_hints

        return give_hints(self.view(at), character, question, model=model)

    def ruling(self, character: str, question: str, at: At | None = None, model: Model | None = None) -> Ruling:
        """The judge's side of the same: with what comes. Keep it from whoever plays the person."""
        from castline.agent.picking import rule_with

        self._refuse_bound("is no judge")
        return rule_with(model, self.view(at), character, question)

    def messages(
        self, character: str, question: str, at: At | None = None, partner: str | None = None, budget: int | None = None
    ) -> Messages:
        """A chat that any model can answer in character: portrait, for a talk with the `partner` of the book who asks if one is
        named, what is remembered of the matter, hints, and the question. `budget` is how many tokens the portrait may take
        (None: 1,500). Raises AskError where it holds not even the name."""
        from castline.agent.talk import ground

        asking = self._asking(character, question, at, partner=partner)
        return ground(asking if budget is None else replace(asking, budget=budget))

    def ask(
        self, model: Model, character: str, question: str, at: At | None = None, method: str = "castline",
        checked: bool = False, examples: Sequence[Pair] = (), partner: str | None = None, reader: Model | None = None,
    ) -> str:  # fmt: skip
        """An answer in character, by one of `castline.agent.talk.METHODS`; `checked` mends it once where the graph speaks
        against it, or a `reader` that is shown the likeliest pages (what comes, too: it is never told to `model`), and tells `notify` what
        then still cannot stand. `examples` are checked pairs, for few-shot; `partner` is who of the book asks, for `castline`."""
        from castline.agent.mending import mend
        from castline.agent.talk import ask

        asking = self._asking(character, question, at, examples, partner)
        answer = ask(model, asking, method)
        if not checked:
            return answer
        answer, left = mend(model, asking, answer, reader)
        if left:
            said = "; ".join(f"“{claim.text}” ({claim.fault})" for claim in left)
            self.notify(
                f"The answer was mended once, and {reader.name if reader else 'the graph'} still speaks against it: {said}."
            )
        return answer

    def _asking(
        self, character: str, question: str, at: At | None, examples: Sequence[Pair] = (), partner: str | None = None
    ) -> Asking:
        from castline.agent.talk import Asking

        return Asking(self.view(at), self.view(), character, question, examples, partner)

    def check(self, character: str, answer: str, at: At | None = None, model: Model | None = None) -> list[Claim]:
        """The claims of an answer, given by a person at a moment, that cannot stand: future, unwitnessed, contradicted. A `model` reads the
        likeliest pages, where one is given. What is said of the future is the judge's: keep it from whoever plays the person."""
        from castline.agent.checking import check_with

        self._refuse_bound("is no judge")
        return check_with(model, self.view(at), character, answer)

    def review(
        self,
        at: At | None = None,
        most: int = MOST,
        model: Model | None = None,
        tell: Callable[[int, int], None] | None = None,
    ) -> list[Finding]:
        """People who may be one, people who may be two, and what is at odds with itself, the most valuable to look at first. A `model` reads
        every page beside what was told before it, and its slips come first; what it answers is kept beside the store, and asked once.
        `tell` is called with how many pages are read, of how many."""
        view = self.view(at)
        if model is None:
            return review(view, most)
        from castline.agent.keeping import Keeping
        from castline.agent.slips import find_slips

        keeping = Keeping(model, self.answers)
        try:
            return [*find_slips(view, keeping, tell), *review(view, most)][:most]
        finally:
            keeping.close()

    def cypher(
        self,
        query: str,
        at: At | None = None,
        parameters: Mapping[str, Any] | None = None,
        limits: Limits | None = None,
    ) -> list[dict[str, Any]]:
        """Rows of a Cypher query over the property graph; with `at`, over the graph cut there.

        `limits` are those on time, memory, rows and their size (None: 20 s, 1 GiB, 10,000 and 32 MiB). One that is reached
        is a QueryError that names it.

        A name in the query that is in no graph is told to `notify`; so is, where nothing was found, that people have names only
        in a graph that is cut.
        """
        from castline.graph.cypher import run_cypher
        from castline.graph.hints import find_unknown

        view = self.view(at)
        bound = view.bound if self._is_cut(at) else None
        rows = run_cypher(view.store, view.record.name, query, bound, dict(parameters or {}), limits)
        for hint in find_unknown(query):
            self.notify(hint)
        if not rows and bound is None and re.search(r"\bname\b", query):
            self.notify(
                "No rows. Without a moment a character's name is the id: people have names in a graph cut at one."
            )
        return rows

    def export(
        self, form: str = "facts", at: At | None = None, mentions: bool = False, *, character: str | None = None, table: str | None = None
    ) -> Iterator[str]:  # fmt: skip
        """Lines of a form that is text: `facts` (JSON, the public format), `graphml`, `gexf`, `csv` ... See `export_bytes`."""
        pieces = self.export_bytes(form, at, mentions, character=character, table=table)
        return (line for piece in pieces for line in piece.decode().removesuffix("\n").split("\n"))

    def export_bytes(
        self, form: str = "facts", at: At | None = None, mentions: bool = False, *, character: str | None = None, table: str | None = None
    ) -> Iterator[bytes]:  # fmt: skip
        """Pieces of a file: `facts`, `graphml`, `gexf`, `jsonld`, `lorebook` (of everybody, or what one knows); of one `character`: `card`, `card-v2`, `card-png`,
        `messages`, `markdown`, `memories`, `hpd`; of one `table`: `csv`, `parquet`. Raises AskError."""
        view = self.view(at)
        if form == "facts":
            return (line.encode() + b"\n" for line in export_facts(view, self._is_cut(at), mentions))
        return export(view, form, character, table)

    def _is_cut(self, at: At | None) -> bool:
        """Whether less is asked about than all that the store holds."""
        return at is not None or self.until is not None

    def to_networkx(self, at: At | None = None) -> Any:
        """The people and what is between them as a networkx MultiDiGraph: an edge per live feeling (`kind` FEELS, with
        `affection` and `familiarity`) and tie (`kind` RELATED_TO, with `relation`)."""
        from castline.query.social_graph import draw_people

        return draw_people(self.view(at))

    def to_pandas(self, table: str = "feelings", at: At | None = None) -> Any:
        """A table as a pandas DataFrame: people, scenes, feelings, relations, events, presence, knowledge or quotes.

        Raises AskError for another, or where pandas is not installed."""
        try:
            import pandas
        except ImportError:
            raise AskError("Data frames need pandas, which is not installed: pip install 'castline[tables]'") from None
        return pandas.DataFrame(list_rows(self.view(at), table), columns=list(columns_of(table)))

    def doctor(self) -> Checkup:
        """What is installed, which model, store and saga are in use, and whether all that is needed is there."""
        from castline.doctor import check

        if self._is_missing():
            return check(self.url, self.saga, None)
        try:
            return check(self.url, self.saga, [entry.saga for entry in self.sagas()])
        except CastlineError as error:
            return check(self.url, self.saga, (), str(error))


def open_library(
    url: str | None = None, saga: str | None = None, notify: Notify = warn, until: At | None = None
) -> Library:
    """The library of a store: `url`, else CASTLINE_STORE, else castline.db here; `saga`, else CASTLINE_SAGA, else the only one. With `until`,
    a chapter, it tells of nothing after it, whatever is asked."""
    return Library(
        url or os.environ.get("CASTLINE_STORE") or DEFAULT_STORE,
        saga or os.environ.get("CASTLINE_SAGA") or None,
        notify,
        until,
    )


def is_missing(url: str) -> bool:
    """Whether the store would be a file that is not there yet: asking must not make one."""
    scheme, parted, rest = url.partition("://")
    if (parted and scheme != "sqlite") or holds_secret(url):
        return False
    return not Path(rest.removeprefix("/") if parted else url).exists()


def _entry(record: SagaRecord) -> SagaEntry:
    last = record.chapters[-1] if record.chapters else None
    return SagaEntry(
        record.name, tuple(book.file for book in record.books), len(record.chapters),
        f"{last.book}.{last.ordinal}" if last else None,
    )  # fmt: skip
