-- The orders of an account by their placing, whatever became of them, in place of those that ended
-- alone. Nothing in it changes while an order works, as it did there. Market and bot stand behind
-- the place, so that looking for the few orders of one reads the index only.
CREATE INDEX orders_by_placing ON orders
  (account_id, coalesce(placed_at_ms, 0) DESC, sequence DESC, market_tag, bot_id);
DROP INDEX orders_ended;
