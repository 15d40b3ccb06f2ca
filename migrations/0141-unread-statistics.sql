-- ANALYZE reads and sorts a sample of each column. No plan depends on the columns below, and they
-- took more than half of its processor time: at a high rate of signals it runs every half minute,
-- and orders wait for it.
ALTER TABLE orders
  ALTER COLUMN history SET STATISTICS 0,
  ALTER COLUMN terms SET STATISTICS 0,
  ALTER COLUMN amount SET STATISTICS 0,
  ALTER COLUMN price SET STATISTICS 0,
  ALTER COLUMN filled_amount SET STATISTICS 0;
ALTER TABLE bot_taken_inputs
  ALTER COLUMN order_ids SET STATISTICS 0,
  ALTER COLUMN messages SET STATISTICS 0;
ALTER TABLE partner_signals
  ALTER COLUMN bot_ids SET STATISTICS 0,
  ALTER COLUMN inbox_sequences SET STATISTICS 0;
ALTER TABLE bot_filled_orders
  ALTER COLUMN filled SET STATISTICS 0,
  ALTER COLUMN volume SET STATISTICS 0;
ALTER TABLE bot_closed_positions
  ALTER COLUMN position SET STATISTICS 0;
ALTER TABLE bot_events
  ALTER COLUMN event SET STATISTICS 0;
ALTER TABLE sim_orders
  ALTER COLUMN terms SET STATISTICS 0,
  ALTER COLUMN working SET STATISTICS 0,
  ALTER COLUMN lots SET STATISTICS 0,
  ALTER COLUMN filled_lots SET STATISTICS 0,
  ALTER COLUMN average_fill_price SET STATISTICS 0,
  ALTER COLUMN limit_ticks SET STATISTICS 0;
ALTER TABLE sim_journal
  ALTER COLUMN fills SET STATISTICS 0,
  ALTER COLUMN bookings SET STATISTICS 0;
