-- Values of the ports of a visual script over a backtest, where they were recorded.

ALTER TABLE backtest_items DROP CONSTRAINT backtest_items_list_check;

ALTER TABLE backtest_items ADD CONSTRAINT backtest_items_list_check CHECK (
  list IN (
    'positions', 'orders', 'logs', 'equity', 'days', 'plots', 'drawings', 'bars', 'exports',
    'values'
  )
);
