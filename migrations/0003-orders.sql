-- Orders as the service knows them, and the history of each: what it was told, and when.

CREATE TABLE orders (
  order_id text COLLATE "C" PRIMARY KEY,
  -- The order in which intents were written; instants may be equal.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  -- Not unique: exchanges let others use a name again, and show us their orders too. Ours are
  -- derived from the order's id.
  client_order_id text COLLATE "C" NOT NULL,
  venue_order_id text,
  market_tag text COLLATE "C",
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  type text NOT NULL CHECK (
    type IN (
      'limit', 'market', 'stop_limit', 'stop_market', 'take_profit_limit', 'take_profit_market',
      'trailing_stop_limit', 'trailing_stop_market'
    )
  ),
  price numeric(36, 18) NOT NULL,
  amount numeric(36, 18) NOT NULL,
  filled_amount numeric(36, 18) NOT NULL,
  state text NOT NULL CHECK (
    state IN (
      'pending', 'open', 'unknown', 'filled', 'cancelled', 'rejected', 'expired', 'unplaced'
    )
  ),
  reason text,
  bot_id text COLLATE "C",
  placed_at_ms bigint,
  updated_at_ms bigint NOT NULL
);

CREATE INDEX orders_working ON orders (account_id, sequence DESC)
  WHERE state IN ('pending', 'open', 'unknown');

CREATE INDEX orders_unknown ON orders (account_id, market_tag) WHERE state = 'unknown';

-- Append-only. No reference to orders: both rows are written by one statement, and checking it
-- again would cost a lock on every transition.
CREATE TABLE order_events (
  order_id text COLLATE "C" NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL,
  filled_amount numeric(36, 18) NOT NULL,
  venue_order_id text,
  reason text,
  at_ms bigint NOT NULL,
  PRIMARY KEY (order_id, sequence)
);
