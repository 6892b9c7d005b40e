"""Write the given names of many countries by gender: `pip install faker && PYTHONPATH=. python scripts/given_names.py`.

From the lists by which Faker makes people up (MIT), of countries whose names are written in Latin letters. A name that some list
has for women and another for men is left out, and so is one that the Census Bureau's file has. Those that are words of the
language stand apart, and only where two lists have them: they tell a gender, but not that a word is a name.
"""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module

from castline.ingest.language.names import ABROAD, CENSUS, read_genders
from castline.ingest.language.parser import is_word

LOCALES = (
    "en_GB en_IE en_NZ en_US en_IN en_PK en_NG en_KE ga_IE de_DE de_AT de_CH fr_FR fr_BE fr_CH fr_CA it_IT es_ES es_MX es_AR es_CO "
    "pt_PT pt_BR nl_NL nl_BE pl_PL sv_SE no_NO da_DK fi_FI et_EE cs_CZ sk_SK sl_SI hr_HR hu_HU ro_RO lt_LT lv_LV tr_TR is_IS sw "
    "yo_NG ig_NG zu_ZA"
)
PLACES = frozenset({"arno", "arran", "lucca", "siena"})
"""Names that are places to most who write them."""
WIDTH = 128
"""Characters of a line."""
_NAME = re.compile(r"[^\W\d_]{3,}")
_HEAD = """\
# Given names of many countries, by gender (scripts/given_names.py), beside those of given_names.txt; those of the last two parts
# are words, too.
# From Faker, https://github.com/joke2k/faker, Copyright (c) 2012 Daniele Faraglia, under the MIT License: permission is granted,
# free of charge, to any person obtaining a copy, to deal in it without restriction, including without limitation the rights to
# use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies, subject to this notice being included in all
# copies or substantial portions. It is provided "as is", without warranty of any kind.
"""


def main() -> None:
    """Write the file that ships."""
    women, men = count_names("female"), count_names("male")
    census = read_genders(CENSUS)
    parts: dict[str, list[str]] = {"female": [], "male": [], "female words": [], "male words": []}
    for gender, own, others in (("female", women, men), ("male", men, women)):
        for name in sorted(own.keys() - others.keys() - census.keys() - PLACES):
            if not is_word(name):
                parts[gender].append(name)
            elif own[name] > 1:
                parts[f"{gender} words"].append(name)
    body = "\n".join(f"\n[{part}]\n{fill(names)}" for part, names in parts.items())
    ABROAD.write_text(f"{_HEAD}{body}\n", encoding="utf-8")
    print({part: len(names) for part, names in parts.items()})


def count_names(gender: str) -> Counter[str]:
    """In how many lists each name stands."""
    found: Counter[str] = Counter()
    for locale in LOCALES.split():
        provider = import_module(f"faker.providers.person.{locale}").Provider
        listed = {name for kind in (gender, "women" if gender == "female" else "men")
                  for name in getattr(provider, f"first_names_{kind}", ())}  # fmt: skip
        found.update({name.lower() for name in listed if _NAME.fullmatch(name)})
    return found


def fill(names: list[str]) -> str:
    """Names in lines."""
    lines, line = [], ""
    for name in names:
        if line and len(line) + 1 + len(name) > WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {name}".strip()
    return "\n".join([*lines, line])


if __name__ == "__main__":
    main()
