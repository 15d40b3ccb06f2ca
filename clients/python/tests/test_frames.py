"""Lists as data frames. Run with: python3 -m unittest discover clients/python/tests"""

from __future__ import annotations

import importlib.util
import sys
import unittest
from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tidemill import to_pandas, to_polars  # noqa: E402

EXACT = Decimal("123456789.123456789123456789")
AT = datetime(2026, 11, 29, 10, 0, 0, 123000, tzinfo=timezone.utc)


@dataclass
class Trade:
    position_id: str
    amount: Decimal
    closed_at: datetime | None
    exit_price: Decimal | None
    is_closed: bool
    parameters: dict[str, Any]


TRADES = [
    Trade("p1", EXACT, AT, Decimal("0.1"), True, {"Length": 20}),
    Trade("p2", Decimal("-0.000000000000000001"), None, None, False, {"Length": 30}),
]


def has(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


@unittest.skipUnless(has("pandas"), "pandas is not installed: apt-get install python3-pandas")
class Pandas(unittest.TestCase):
    def test_decimals_stay_exact_and_what_is_not_known_is_missing(self) -> None:
        frame = to_pandas(iter(TRADES))
        self.assertEqual(frame["amount"].sum(), EXACT + Decimal("-0.000000000000000001"))
        self.assertIsNone(frame["exit_price"][1])
        self.assertEqual(str(frame["closed_at"].dtype), "datetime64[ns, UTC]")
        self.assertEqual(frame["closed_at"][0].to_pydatetime(), AT)
        self.assertTrue(frame["closed_at"].isna()[1])
        self.assertEqual(list(frame["parameters.Length"]), [20, 30])
        self.assertEqual(str(frame["is_closed"].dtype), "bool")

    def test_decimals_are_floats_where_that_is_said(self) -> None:
        frame = to_pandas(TRADES, decimals="float")
        self.assertEqual(str(frame["amount"].dtype), "float64")
        self.assertEqual(frame["exit_price"].sum(), 0.1)

    def test_no_items_are_an_empty_frame(self) -> None:
        self.assertEqual(len(to_pandas([])), 0)


@unittest.skipUnless(has("polars"), "polars is not installed")
class Polars(unittest.TestCase):
    def test_decimals_stay_exact(self) -> None:
        frame = to_polars(TRADES)
        self.assertEqual(frame["amount"].to_list()[0], EXACT)
        self.assertIsNone(frame["closed_at"].to_list()[1])


@unittest.skipIf(has("polars"), "polars is installed")
class Absent(unittest.TestCase):
    def test_a_library_that_is_not_installed_is_named(self) -> None:
        with self.assertRaisesRegex(ImportError, r"polars.*tidemill-client\[polars\]"):
            to_polars(TRADES)


if __name__ == "__main__":
    unittest.main()
