-- Orders as the service knows them, each with its history: what it was told, and when.

-- Domains, because the CHECK of a table is read from its text anew by every statement that writes,
-- which for such lists costs more than writing the row; a domain's is read once per connection.
CREATE DOMAIN order_side AS text CHECK (VALUE IN ('buy', 'sell'));
CREATE DOMAIN order_type AS text CHECK (
  VALUE IN (
    'limit', 'market', 'stop_limit', 'stop_market', 'take_profit_limit', 'take_profit_market',
    'trailing_stop_limit', 'trailing_stop_market'
  )
);
CREATE DOMAIN order_state AS text CHECK (
  VALUE IN (
    'pending', 'open', 'unknown', 'filled', 'cancelled', 'rejected', 'expired', 'unplaced'
  )
);

CREATE TABLE orders (
  order_id text COLLATE "C" PRIMARY KEY,
  -- The order in which intents were written; instants may be equal.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  -- Of `accounts`, without a reference: checking it would lock the account's row on every order.
  account_id text COLLATE "C" NOT NULL,
  -- Not unique: exchanges let others use a name again, and show us their orders too. Ours are
  -- derived from the order's id.
  client_order_id text COLLATE "C" NOT NULL,
  venue_order_id text,
  market_tag text COLLATE "C",
  side order_side NOT NULL,
  type order_type NOT NULL,
  price numeric(36, 18) NOT NULL,
  amount numeric(36, 18) NOT NULL,
  filled_amount numeric(36, 18) NOT NULL,
  state order_state NOT NULL,
  reason text,
  bot_id text COLLATE "C",
  placed_at_ms bigint,
  updated_at_ms bigint NOT NULL,
  -- The states that it has been in, oldest first: [state, filled amount, instant in milliseconds].
  history jsonb NOT NULL
);

CREATE INDEX orders_working ON orders (account_id, sequence DESC)
  WHERE state IN ('pending', 'open', 'unknown');

CREATE INDEX orders_unknown ON orders (account_id, market_tag) WHERE state = 'unknown';
