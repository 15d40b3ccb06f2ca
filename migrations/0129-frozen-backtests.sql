-- Backtests that repeat a run of a lab go by what the lab ran with, not by the user's scripts and
-- wallet as they are now.

-- In the service's own form; null for every other backtest, and once it is over.
ALTER TABLE backtests ADD COLUMN frozen text;
