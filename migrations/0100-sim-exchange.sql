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
  updated_at_ms bigint NOT NULL
);

CREATE INDEX sim_accounts_due ON sim_accounts (due_at_ms) WHERE due_at_ms IS NOT NULL;

-- The owner's three sub-accounts and their mirrors; every transfer is between two of them.
CREATE TABLE sim_wallets (
  account_id text COLLATE "C" NOT NULL REFERENCES sim_accounts,
  currency text COLLATE "C" NOT NULL,
  available numeric(60, 0) NOT NULL CHECK (available >= 0),
  reserved numeric(60, 0) NOT NULL CHECK (reserved >= 0),
  margin numeric(60, 0) NOT NULL CHECK (margin >= 0),
  venue numeric(60, 0) NOT NULL,
  profit numeric(60, 0) NOT NULL,
  fees numeric(60, 0) NOT NULL,
  funding numeric(60, 0) NOT NULL,
  insurance numeric(60, 0) NOT NULL,
  deposit numeric(60, 0) NOT NULL,
  PRIMARY KEY (account_id, currency),
  CHECK (available + reserved + margin + venue + profit + fees + funding + insurance + deposit = 0)
);

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
CREATE FUNCTION sim_open(p_account jsonb, p_wallets jsonb, p_bookings jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sim_accounts SELECT * FROM jsonb_populate_record(NULL::sim_accounts, p_account)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO sim_wallets SELECT * FROM jsonb_populate_recordset(NULL::sim_wallets, p_wallets);
  IF jsonb_array_length(p_bookings) > 0 THEN
    INSERT INTO sim_bookings VALUES (
      p_account ->> 'account_id', (p_bookings -> 0 -> 'sequence')::bigint, p_bookings
    );
  END IF;
  RETURN true;
END $$;

-- Turns an account into what `p_account` says, with all rows that changed, or changes nothing and
-- says why not. The parts of `p_change` that are absent have not changed.
CREATE FUNCTION sim_commit(p_version bigint, p_account jsonb, p_change jsonb) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_account sim_accounts := jsonb_populate_record(NULL::sim_accounts, p_account);
BEGIN
  IF p_change ? 'placed' THEN
    INSERT INTO sim_orders
      SELECT * FROM jsonb_populate_record(NULL::sim_orders, p_change -> 'placed')
    ON CONFLICT (venue_order_id) DO NOTHING;
    IF NOT FOUND THEN RETURN 'duplicate'; END IF;
  END IF;

  UPDATE sim_accounts SET
    leverage = v_account.leverage, margin_mode = v_account.margin_mode,
    version = v_account.version, due_at_ms = v_account.due_at_ms,
    settled_until_ms = greatest(settled_until_ms, v_account.settled_until_ms),
    next_sequence = v_account.next_sequence, minute_use = v_account.minute_use,
    updated_at_ms = v_account.updated_at_ms
  WHERE account_id = v_account.account_id AND version = p_version;
  IF NOT FOUND THEN
    -- Seldom: another process was faster. The order is taken back with the rest.
    DELETE FROM sim_orders WHERE venue_order_id = p_change -> 'placed' ->> 'venue_order_id';
    RETURN 'stale';
  END IF;

  IF p_change ? 'wallets' THEN
    INSERT INTO sim_wallets
      SELECT * FROM jsonb_populate_recordset(NULL::sim_wallets, p_change -> 'wallets')
    ON CONFLICT (account_id, currency) DO UPDATE SET
      available = excluded.available, reserved = excluded.reserved, margin = excluded.margin,
      venue = excluded.venue, profit = excluded.profit, fees = excluded.fees,
      funding = excluded.funding, insurance = excluded.insurance, deposit = excluded.deposit;
  END IF;
  IF p_change ? 'updates' THEN
    UPDATE sim_orders o SET
      filled_lots = u.filled_lots, average_fill_price = u.average_fill_price, state = u.state,
      reason = coalesce(u.reason, o.reason), updated_at_ms = u.updated_at_ms, working = u.working
    FROM jsonb_populate_recordset(NULL::sim_orders, p_change -> 'updates') u
    WHERE o.venue_order_id = u.venue_order_id;
  END IF;
  IF p_change ? 'closed' THEN
    DELETE FROM sim_positions WHERE account_id = v_account.account_id
      AND position_id IN (SELECT jsonb_array_elements_text(p_change -> 'closed'));
  END IF;
  IF p_change ? 'positions' THEN
    DELETE FROM sim_positions WHERE account_id = v_account.account_id AND position_id IN (
      SELECT position_id FROM jsonb_populate_recordset(NULL::sim_positions, p_change -> 'positions')
    );
    INSERT INTO sim_positions
      SELECT * FROM jsonb_populate_recordset(NULL::sim_positions, p_change -> 'positions');
  END IF;
  IF p_change ? 'fills' THEN
    INSERT INTO sim_fills
      SELECT * FROM jsonb_populate_recordset(NULL::sim_fills, p_change -> 'fills');
  END IF;
  IF p_change ? 'bookings' THEN
    INSERT INTO sim_bookings VALUES (
      v_account.account_id, (p_change -> 'bookings' -> 0 -> 'sequence')::bigint,
      p_change -> 'bookings'
    );
  END IF;
  RETURN 'committed';
END $$;
