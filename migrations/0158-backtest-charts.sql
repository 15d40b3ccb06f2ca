-- What the chart of a backtest shows beside lines: its candles, and shapes, levels and zones.

ALTER TABLE backtest_items DROP CONSTRAINT backtest_items_list_check;

ALTER TABLE backtest_items ADD CONSTRAINT backtest_items_list_check CHECK (
  list IN (
    'positions', 'orders', 'logs', 'equity', 'days', 'plots', 'drawings', 'bars', 'exports'
  )
);
