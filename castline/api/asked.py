"""What a request may ask: the parameters of each route, which are those of the command line.

A parameter that a route does not know is refused: a misspelt `at` must not tell the whole book.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from castline.query.histories import Clock
from castline.query.review import MOST
from castline.query.shifts import TOP


def _whole(text: str | None) -> str | None:
    return text or None


Text = Annotated[str | None, AfterValidator(_whole)]
Page = Annotated[
    int | None, Field(ge=1, le=10_000, description="At most so many; the header `Link` names the next page.")
]
Position = Annotated[
    int, Field(ge=0, le=2**31, description="Where the page starts: what the `Link` of the one before says.")
]
Count = Annotated[int, Field(ge=1, le=1000, description="How many at most.")]
At = Annotated[
    Text, Field(description="The last moment told: 34, 1.34, 1.34.2 or a heading; else all.", examples=["10"])
]
Since = Annotated[str, Field(alias="from", description="What was told by this moment does not count.", examples=["4"])]
To = Annotated[Text, Field(alias="to", description="The last moment told; else all.", examples=["10"])]
Who = Annotated[
    str, Field(min_length=1, description="A name, part of one, or an id from /v1/cast.", examples=["Brisa Tolloway"])
]


class Asked(BaseModel):
    """What every question about a saga takes."""

    model_config = ConfigDict(extra="forbid")
    saga: Annotated[Text, Field(description="The saga; else the only one.", examples=["the_salt_ledger"])] = None


class Nothing(BaseModel):
    """A question without parameters."""

    model_config = ConfigDict(extra="forbid")


class OfMoment(Asked):
    at: At = None


class OfChapters(OfMoment):
    upto: Annotated[
        str | None,
        Field(
            pattern=r"^([1-9]\d{0,5}(\.[1-9]\d{0,5})?)?$",
            description="At most so many chapters, or those up to book.chapter; no error where there are fewer.",
            examples=["12"],
        ),
        AfterValidator(_whole),
    ] = None


class OfCast(OfMoment):
    limit: Page = None
    cursor: Position = 0


class OfSnapshot(OfMoment):
    character: Who
    format: Annotated[
        Literal["json", "markdown", "messages"], Field(description="JSON, a page, or a chat's message.")
    ] = "json"
    budget: Annotated[int | None, Field(ge=1, le=10**9, description="Trimmed to about so many tokens.")] = None
    confidence: Annotated[float, Field(alias="min-confidence", ge=0, le=1, description="Facts below are left out.")] = (
        0.0
    )
    partner: Annotated[Text, Field(alias="with", description="For a talk with this person.", examples=["Perrine"])] = (
        None
    )


class OfTwo(OfMoment):
    a: Who
    b: Annotated[str, Field(min_length=1, examples=["Perrine"])]
    more: Annotated[
        list[str], Field(max_length=20, description="With others: what `a` feels for `b` and for each of these.")
    ] = []


class OfShifts(Asked):
    since: Annotated[
        Text,
        Field(
            alias="from",
            description="What was told by this moment does not count; else the first chapter's does not.",
            examples=["4"],
        ),
    ] = None
    to: To = None
    top: Count = TOP


class OfEvents(OfMoment):
    character: Who
    limit: Page = None
    cursor: Position = 0
    clock: Annotated[Clock, Field(description="In the order told, or in which things happened.")] = "told"


class OfChange(Asked):
    character: Who
    since: Since
    to: To = None


class OfReview(OfMoment):
    top: Count = MOST


class OfEvent(OfMoment):
    event: Annotated[
        str, Field(min_length=1, description="An event's id, or words of its summary.", examples=["tombstone"])
    ]


class OfStage(OfMoment):
    people: Annotated[int, Field(ge=2, le=1000, description="How many people of most weight stand in it.")] = 30


class OfExport(OfMoment):
    form: Annotated[str, Field(description="facts, graphml, gexf ...: those of `castline export`.")] = "facts"
    character: Annotated[Text, Field(description="Whose, for what is one person's.", examples=["Brisa Tolloway"])] = (
        None
    )
    of: Annotated[Text, Field(description="Which table, for csv and parquet.", examples=["feelings"])] = None
    mentions: Annotated[bool, Field(description="With every place that means somebody (facts only).")] = False


class OfPassages(OfMoment):
    query: Annotated[
        str, Field(min_length=1, max_length=10_000, description="Words of what is sought.", examples=["green gloves"])
    ]
    who: Annotated[
        Text, Field(description="Only what this person was there for, or knows of.", examples=["Brisa Tolloway"])
    ] = None
    top: Annotated[int, Field(ge=1, le=100, description="How many at most.")] = 6


class OfHints(OfMoment):
    character: Who
    question: Annotated[
        str,
        Field(
            min_length=1,
            max_length=10_000,
            description="A question put to that person then.",
            examples=["Were you there when the ledger was found?"],
        ),
    ]


class OfMessages(OfHints):
    budget: Annotated[
        int | None, Field(ge=1, le=10**9, description="How many tokens the portrait in it may take; else 1,500.")
    ] = None
    partner: Annotated[
        Text, Field(alias="with", description="Who of the book asks, if anybody.", examples=["Perrine"])
    ] = None


class OfScenes(OfMoment):
    who: Annotated[Text, Field(description="Those with this person alone.", examples=["Brisa Tolloway"])] = None


class OfParagraph(OfMoment):
    start: Annotated[int, Field(ge=0, le=2**31, description="Where evidence starts in its book.", examples=[852])]
    end: Annotated[int, Field(ge=0, le=2**31, description="Where it ends, exclusive.", examples=[880])]
    book: Annotated[int, Field(ge=1, le=2**15, description="The book: the first number of its moment.")] = 1


class OfCypher(Asked):
    """A query over the graph, cut at `at`. The limits on time, memory and rows are the service's own."""

    query: Annotated[
        str,
        Field(
            max_length=100_000,
            examples=[
                "MATCH (a:Character)-[f:FEELS]->(b:Character) WHERE f.until IS NULL RETURN a.name, b.name, f.affection"
            ],
        ),
    ]
    at: At = None
    params: Annotated[dict[str, Any], Field(description="Values for the $names in the query.")] = {}
