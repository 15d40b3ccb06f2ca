-- The simulated exchange's own books. Amounts are whole lots, prices whole ticks, money whole units
-- of its currency. They do not refer to the service's tables: to it this is an exchange like others.

-- Domains for the reason given in 0003-orders.sql.
CREATE DOMAIN sim_market_type AS text CHECK (VALUE IN ('spot', 'futures'));
CREATE DOMAIN sim_margin_mode AS text CHECK (VALUE IN ('cross', 'isolated'));
CREATE DOMAIN sim_order_side AS text CHECK (VALUE IN ('buy', 'sell'));
CREATE DOMAIN sim_order_type AS text CHECK (VALUE IN ('limit', 'market'));
CREATE DOMAIN sim_order_state AS text CHECK (
  VALUE IN ('open', 'filled', 'cancelled', 'rejected', 'expired')
);
CREATE DOMAIN sim_direction AS text CHECK (VALUE IN ('long', 'short'));
CREATE DOMAIN sim_leverage AS numeric(36, 18) CHECK (VALUE > 0);

CREATE TABLE sim_accounts (
  account_id text COLLATE "C" PRIMARY KEY,
  market_type sim_market_type NOT NULL,
  leverage sim_leverage NOT NULL,
  margin_mode sim_margin_mode NOT NULL,
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
)
-- Each order changes its account's row; with room on its page no index has to learn of it.
WITH (fillfactor = 50);

CREATE INDEX sim_accounts_due ON sim_accounts (due_at_ms) WHERE due_at_ms IS NOT NULL;

CREATE TABLE sim_orders (
  account_id text COLLATE "C" NOT NULL,
  client_order_id text COLLATE "C" NOT NULL,
  -- A hash of the two above: it is unique where they are.
  venue_order_id text COLLATE "C" PRIMARY KEY,
  market_tag text COLLATE "C" NOT NULL,
  side sim_order_side NOT NULL,
  type sim_order_type NOT NULL,
  limit_ticks numeric(60, 0),
  lots numeric(60, 0) NOT NULL CHECK (lots > 0),
  filled_lots numeric(60, 0) NOT NULL CHECK (filled_lots >= 0 AND filled_lots <= lots),
  average_fill_price numeric(36, 18) NOT NULL,
  state sim_order_state NOT NULL,
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
  direction sim_direction NOT NULL,
  margin_mode sim_margin_mode NOT NULL,
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

-- Append-only: what each change of an account traded and booked, in one row, because an order trades
-- and books some six things and a row each would cost more than all the rest of it. The sum of an
-- account's bookings is its wallet.
CREATE TABLE sim_journal (
  account_id text COLLATE "C" NOT NULL,
  -- The account's when the change was done: above all sequence numbers in the row.
  next_sequence bigint NOT NULL,
  fills jsonb,
  bookings jsonb,
  PRIMARY KEY (account_id, next_sequence)
);

-- Opens a wallet; false when there is one already.
CREATE FUNCTION sim_open(p_account jsonb, p_bookings jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sim_accounts SELECT * FROM jsonb_populate_record(NULL::sim_accounts, p_account)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  IF p_bookings IS NOT NULL THEN
    INSERT INTO sim_journal (account_id, next_sequence, bookings)
    VALUES (p_account ->> 'account_id', (p_account ->> 'next_sequence')::bigint, p_bookings);
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
  p_bookings jsonb,
  p_change jsonb
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sim_accounts SET
    leverage = p_leverage, margin_mode = p_margin_mode, version = p_version + 1,
    settled_until_ms = greatest(settled_until_ms, p_settled_until_ms), due_at_ms = p_due_at_ms,
    next_sequence = p_next_sequence, minute_use = p_minute_use, updated_at_ms = p_updated_at_ms,
    wallets = p_wallets
  WHERE account_id = p_account_id AND version = p_version AND NOT EXISTS (
    SELECT FROM sim_orders WHERE venue_order_id = p_placed ->> 'venue_order_id'
  );
  IF NOT FOUND THEN
    RETURN CASE WHEN EXISTS (
      SELECT FROM sim_orders WHERE venue_order_id = p_placed ->> 'venue_order_id'
    ) THEN 'duplicate' ELSE 'stale' END;
  END IF;

  -- Nobody can have placed the same order since it was looked for: that would have changed the
  -- version.
  IF p_placed IS NOT NULL THEN
    INSERT INTO sim_orders (
      account_id, client_order_id, venue_order_id, market_tag, side, type, limit_ticks, lots,
      filled_lots, average_fill_price, state, reason, placed_at_ms, updated_at_ms, working
    ) VALUES (
      p_account_id, p_placed ->> 'client_order_id', p_placed ->> 'venue_order_id',
      p_placed ->> 'market_tag', p_placed ->> 'side', p_placed ->> 'type',
      (p_placed ->> 'limit_ticks')::numeric, (p_placed ->> 'lots')::numeric,
      (p_placed ->> 'filled_lots')::numeric, (p_placed ->> 'average_fill_price')::numeric,
      p_placed ->> 'state', p_placed ->> 'reason', (p_placed ->> 'placed_at_ms')::bigint,
      (p_placed ->> 'updated_at_ms')::bigint, nullif(p_placed -> 'working', 'null')
    );
  END IF;
  IF p_fills IS NOT NULL OR p_bookings IS NOT NULL THEN
    INSERT INTO sim_journal VALUES (p_account_id, p_next_sequence, p_fills, p_bookings);
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
