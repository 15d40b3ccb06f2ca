-- The simulated exchange's own books. Amounts are whole lots, prices whole ticks, money whole units
-- of its currency. They do not refer to the service's tables: to it this is an exchange like others.

CREATE TABLE sim_accounts (
  account_id text COLLATE "C" PRIMARY KEY,
  market_type text NOT NULL CHECK (market_type IN ('spot', 'futures')),
  leverage numeric(36, 18) NOT NULL CHECK (leverage > 0),
  margin_mode text NOT NULL CHECK (margin_mode IN ('cross', 'isolated')),
  -- A change is refused when it was made from another version than the stored one.
  version bigint NOT NULL,
  settled_until_ms bigint NOT NULL,
  -- Null while there is nothing to settle.
  due_at_ms bigint,
  next_sequence bigint NOT NULL,
  minute_use jsonb NOT NULL,
  updated_at_ms bigint NOT NULL,
  -- For each currency a row of texts: the currency, then the owner's three sub-accounts and their
  -- six mirrors in whole units. With the account, because they change and are read with it.
  wallets jsonb NOT NULL
);

CREATE INDEX sim_accounts_due ON sim_accounts (due_at_ms) WHERE due_at_ms IS NOT NULL;

CREATE TABLE sim_orders (
  account_id text COLLATE "C" NOT NULL,
  client_order_id text COLLATE "C" NOT NULL,
  -- A hash of the two above: it is unique where they are.
  venue_order_id text COLLATE "C" PRIMARY KEY,
  market_tag text COLLATE "C" NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  type text NOT NULL CHECK (type IN ('limit', 'market')),
  limit_ticks numeric(60, 0),
  lots numeric(60, 0) NOT NULL CHECK (lots > 0),
  filled_lots numeric(60, 0) NOT NULL CHECK (filled_lots >= 0 AND filled_lots <= lots),
  average_fill_price numeric(36, 18) NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'filled', 'cancelled', 'rejected', 'expired')),
  reason text,
  placed_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  -- What matching and accounting need to go on with it; null once it has ended.
  working jsonb,
  CHECK ((state = 'open') = (working IS NOT NULL))
);

CREATE INDEX sim_orders_open ON sim_orders (account_id) WHERE state = 'open';

CREATE TABLE sim_positions (
  account_id text COLLATE "C" NOT NULL,
  position_id text COLLATE "C" NOT NULL,
  market_tag text COLLATE "C" NOT NULL,
  currency text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('long', 'short')),
  margin_mode text NOT NULL CHECK (margin_mode IN ('cross', 'isolated')),
  leverage numeric(36, 18) NOT NULL,
  lots numeric NOT NULL CHECK (lots > 0),
  cost_units numeric NOT NULL,
  margin_units numeric NOT NULL,
  used_margin_units numeric NOT NULL,
  entry_weight numeric NOT NULL,
  entered_lots numeric NOT NULL,
  entered_weight numeric NOT NULL,
  gross_units numeric NOT NULL,
  fee_units numeric NOT NULL,
  funding_units numeric NOT NULL,
  liquidation_fee_units numeric NOT NULL,
  insured_units numeric NOT NULL,
  opened_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  PRIMARY KEY (account_id, position_id),
  UNIQUE (account_id, market_tag)
);

CREATE TABLE sim_fills (
  account_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  venue_order_id text COLLATE "C" NOT NULL,
  market_tag text COLLATE "C" NOT NULL,
  side text NOT NULL,
  price_ticks numeric(60, 0) NOT NULL,
  lots numeric(60, 0) NOT NULL,
  fee_units numeric(60, 0) NOT NULL,
  is_maker boolean NOT NULL,
  filled_at_ms bigint NOT NULL,
  PRIMARY KEY (account_id, sequence)
);

-- Append-only: the sum of an account's bookings is its wallet. One row for each change of an account,
-- with the transfers that it made: an order writes some five, and a row each would cost more than
-- all the rest of it.
CREATE TABLE sim_bookings (
  account_id text COLLATE "C" NOT NULL,
  first_sequence bigint NOT NULL,
  bookings jsonb NOT NULL,
  PRIMARY KEY (account_id, first_sequence)
);

-- Opens a wallet; false when there is one already.
CREATE FUNCTION sim_open(p_account jsonb, p_first_sequence bigint, p_bookings jsonb)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sim_accounts SELECT * FROM jsonb_populate_record(NULL::sim_accounts, p_account)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  IF p_bookings IS NOT NULL THEN
    INSERT INTO sim_bookings VALUES (p_account ->> 'account_id', p_first_sequence, p_bookings);
  END IF;
  RETURN true;
END $$;

-- Turns an account of the given version into what the parameters say, with all rows that changed,
-- or changes nothing and says why not. What is null has not changed. What an ordinary order writes
-- has parameters of its own, which cost less than fields of one document.
CREATE FUNCTION sim_commit(
  p_account_id text,
  p_version bigint,
  p_leverage numeric,
  p_margin_mode text,
  p_settled_until_ms bigint,
  p_due_at_ms bigint,
  p_next_sequence bigint,
  p_minute_use jsonb,
  p_updated_at_ms bigint,
  p_wallets jsonb,
  p_placed jsonb,
  p_fills jsonb,
  p_first_sequence bigint,
  p_bookings jsonb,
  p_change jsonb
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF p_placed IS NOT NULL AND EXISTS (
    SELECT FROM sim_orders WHERE venue_order_id = p_placed ->> 'venue_order_id'
  ) THEN RETURN 'duplicate'; END IF;

  UPDATE sim_accounts SET
    leverage = p_leverage, margin_mode = p_margin_mode, version = p_version + 1,
    settled_until_ms = greatest(settled_until_ms, p_settled_until_ms), due_at_ms = p_due_at_ms,
    next_sequence = p_next_sequence, minute_use = p_minute_use, updated_at_ms = p_updated_at_ms,
    wallets = p_wallets
  WHERE account_id = p_account_id AND version = p_version;
  IF NOT FOUND THEN RETURN 'stale'; END IF;

  -- Nobody can have placed the same order since it was looked for: that would have changed the
  -- version.
  IF p_placed IS NOT NULL THEN
    INSERT INTO sim_orders SELECT * FROM jsonb_populate_record(NULL::sim_orders, p_placed);
  END IF;
  IF p_fills IS NOT NULL THEN
    INSERT INTO sim_fills SELECT * FROM jsonb_populate_recordset(NULL::sim_fills, p_fills);
  END IF;
  IF p_bookings IS NOT NULL THEN
    INSERT INTO sim_bookings VALUES (p_account_id, p_first_sequence, p_bookings);
  END IF;
  IF p_change IS NOT NULL THEN
    PERFORM sim_change_orders_and_positions(p_account_id, p_change);
  END IF;
  RETURN 'committed';
END $$;

-- Orders that went on or ended, positions that changed or were closed. Absent parts have none.
CREATE FUNCTION sim_change_orders_and_positions(p_account_id text, p_change jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF p_change ? 'updates' THEN
    UPDATE sim_orders o SET
      filled_lots = u.filled_lots, average_fill_price = u.average_fill_price, state = u.state,
      reason = coalesce(u.reason, o.reason), updated_at_ms = u.updated_at_ms, working = u.working
    FROM jsonb_populate_recordset(NULL::sim_orders, p_change -> 'updates') u
    WHERE o.venue_order_id = u.venue_order_id;
  END IF;
  IF p_change ? 'closed' THEN
    DELETE FROM sim_positions WHERE account_id = p_account_id
      AND position_id IN (SELECT jsonb_array_elements_text(p_change -> 'closed'));
  END IF;
  IF p_change ? 'positions' THEN
    DELETE FROM sim_positions WHERE account_id = p_account_id AND position_id IN (
      SELECT position_id FROM jsonb_populate_recordset(NULL::sim_positions, p_change -> 'positions')
    );
    INSERT INTO sim_positions
      SELECT * FROM jsonb_populate_recordset(NULL::sim_positions, p_change -> 'positions');
  END IF;
END $$;
