-- The orders of an account that have ended, newest first, for its history.
CREATE INDEX orders_ended ON orders (account_id, sequence DESC)
  WHERE state NOT IN ('pending', 'open', 'unknown');
