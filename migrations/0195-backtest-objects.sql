-- Objects that a script has on its charts when a backtest ends.

ALTER TABLE backtest_items DROP CONSTRAINT backtest_items_list_check;

ALTER TABLE backtest_items ADD CONSTRAINT backtest_items_list_check CHECK (
  list IN (
    'positions', 'orders', 'logs', 'equity', 'days', 'plots', 'drawings', 'objects', 'bars',
    'exports', 'values'
  )
);
