-- A state of its own for orders that were acknowledged and are not shown any more: they still work,
-- and block their market as those of unknown outcome do.
ALTER DOMAIN order_state DROP CONSTRAINT order_state_check;
ALTER DOMAIN order_state ADD CONSTRAINT order_state_check CHECK (
  VALUE IN (
    'pending', 'open', 'unknown', 'lost', 'filled', 'cancelled', 'rejected', 'expired', 'unplaced'
  )
);

DROP INDEX orders_working;
CREATE INDEX orders_working ON orders (account_id, sequence DESC)
  WHERE state IN ('pending', 'open', 'unknown', 'lost');

DROP INDEX orders_working_of_bot;
CREATE INDEX orders_working_of_bot ON orders (bot_id, sequence DESC)
  WHERE bot_id IS NOT NULL AND state IN ('pending', 'open', 'unknown', 'lost');

DROP INDEX orders_ended;
CREATE INDEX orders_ended ON orders (account_id, sequence DESC)
  WHERE state NOT IN ('pending', 'open', 'unknown', 'lost');

DROP INDEX orders_unknown;
CREATE INDEX orders_unresolved ON orders (account_id, market_tag)
  WHERE state IN ('unknown', 'lost');
