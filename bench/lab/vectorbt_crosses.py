# Crosses of two moving averages with vectorbt: milliseconds of processor time a run.
# Usage: vectorbt_crosses.py CLOSES SETS, of doubles and of lines "fast slow"; prints a line
# "MS TRADES", where TRADES is how many trades a run makes on average.

import sys
import time

import numpy as np
import pandas as pd
import vectorbt as vbt

CHUNK = 50

closes = pd.Series(np.fromfile(sys.argv[1], dtype=np.float64))
closes.index = pd.date_range("2024-01-01", periods=len(closes), freq="1min")
sets = np.loadtxt(sys.argv[2], dtype=int).reshape(-1, 2)


def run_all() -> float:
    """Runs all sets, in pieces whose arrays fit in memory; gives the trades of all."""
    trades = 0.0
    for at in range(0, len(sets), CHUNK):
        part = sets[at : at + CHUNK]
        fast = vbt.MA.run(closes, window=part[:, 0])
        slow = vbt.MA.run(closes, window=part[:, 1])
        above = fast.ma.values > slow.ma.values
        before = np.vstack([np.zeros((1, above.shape[1]), dtype=bool), above[:-1]])
        portfolio = vbt.Portfolio.from_signals(
            closes,
            entries=above & ~before,
            short_entries=~above & before,
            size=1,
            init_cash=10_000_000,
            fees=0.0005,
            freq="1min",
        )
        portfolio.total_return()
        portfolio.sharpe_ratio()
        portfolio.max_drawdown()
        trades += float(np.sum(portfolio.trades.count()))
    return trades


run_all()
least = float("inf")
trades_count = 0.0
for _ in range(3):
    began = time.process_time()
    trades_count = run_all()
    least = min(least, time.process_time() - began)
print(least * 1000 / len(sets), trades_count / len(sets))
