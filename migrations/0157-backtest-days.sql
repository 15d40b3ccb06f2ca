-- What a backtest was worth at the end of each day, for statistics that are computed on request.

ALTER TABLE backtest_items DROP CONSTRAINT backtest_items_list_check;

ALTER TABLE backtest_items ADD CONSTRAINT backtest_items_list_check CHECK (
  list IN ('positions', 'orders', 'logs', 'equity', 'days', 'plots', 'exports')
);
