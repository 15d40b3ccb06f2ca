-- What accounts may do at most. An account without a row has no limits, and its orders are not judged.

CREATE TABLE account_limits (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  max_orders_per_minute integer CHECK (max_orders_per_minute > 0),
  -- A list of objects, one for each currency; decimals are strings.
  currencies jsonb NOT NULL
);

-- What an account was worth when a UTC day began for it.
CREATE TABLE account_days (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
  currency text COLLATE "C" NOT NULL,
  -- Days since 1970.
  day integer NOT NULL,
  worth numeric NOT NULL,
  PRIMARY KEY (account_id, currency)
);

ALTER TABLE orders
  -- Of an order that was judged: when, by the database's clock, and what it was worth at most. A
  -- value may have more digits than a price.
  ADD COLUMN judged_at_ms bigint,
  ADD COLUMN risk_currency text,
  ADD COLUMN risk_value numeric;

CREATE INDEX orders_judged ON orders (account_id, sequence) WHERE judged_at_ms IS NOT NULL;
