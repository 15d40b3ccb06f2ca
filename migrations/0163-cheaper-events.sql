-- Events cost those who write orders less. What an order's event says stays in columns from its
-- trigger to its reader: it was turned into JSON for every event, and few of them are read.

-- What waits has the earlier form.
LOCK TABLE waiting_events IN ACCESS EXCLUSIVE MODE;
DO $$ BEGIN WHILE number_events(1000) > 0 LOOP END LOOP; END $$;

-- Made anew with few columns, because each statement that writes to a table reads all that the table
-- ever had. Numbers are taken from a short list, so an index of it costs more than it saves.
DROP TABLE waiting_events;
CREATE TABLE waiting_events (
  position bigint GENERATED ALWAYS AS IDENTITY,
  -- Null: the user of the order or of the account.
  user_id text COLLATE "C",
  -- Null: an order has changed.
  type text COLLATE "C",
  object_id text COLLATE "C" NOT NULL,
  at_ms bigint NOT NULL,
  data jsonb,
  -- Of an order, what changed, and from what (null: the order is new). The rest never changes and is
  -- read from the order when the event is numbered.
  state text,
  filled_amount numeric,
  reason text,
  state_before text,
  filled_before numeric
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Null: an event of an order, whose data are in the columns below; or one that has none.
ALTER TABLE events
  ALTER COLUMN data DROP NOT NULL,
  ADD COLUMN account_id text COLLATE "C",
  ADD COLUMN bot_id text COLLATE "C",
  ADD COLUMN market_tag text COLLATE "C",
  ADD COLUMN side text,
  ADD COLUMN order_type text,
  ADD COLUMN price numeric,
  ADD COLUMN amount numeric,
  ADD COLUMN filled_amount numeric,
  ADD COLUMN added_amount numeric,
  ADD COLUMN state text,
  ADD COLUMN reason text;

-- The condition of a trigger is read from its text by each statement, which takes longer than to
-- call a function that finds nothing to do.
DROP TRIGGER order_changed_event ON orders;
DROP TRIGGER sim_balance_event ON sim_accounts;

CREATE OR REPLACE FUNCTION note_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO waiting_events (object_id, at_ms, state, filled_amount, reason)
    VALUES (NEW.order_id, NEW.updated_at_ms, NEW.state, NEW.filled_amount, NEW.reason);
  ELSIF NEW.state <> OLD.state OR NEW.filled_amount <> OLD.filled_amount THEN
    INSERT INTO waiting_events (
      object_id, at_ms, state, filled_amount, reason, state_before, filled_before
    ) VALUES (
      NEW.order_id, NEW.updated_at_ms, NEW.state, NEW.filled_amount, NEW.reason,
      OLD.state, OLD.filled_amount
    );
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER order_changed_event AFTER UPDATE OF state, filled_amount ON orders
FOR EACH ROW EXECUTE FUNCTION note_order_event();

CREATE OR REPLACE FUNCTION note_sim_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.wallets <> OLD.wallets THEN
    INSERT INTO waiting_events (type, object_id, at_ms)
    VALUES ('balance.changed', NEW.account_id, NEW.updated_at_ms);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER sim_balance_event AFTER UPDATE OF wallets ON sim_accounts
FOR EACH ROW EXECUTE FUNCTION note_sim_balance();

-- As in 0153-lighter-events.sql, with an order's data in columns. Orders and owners are looked up
-- once for all that is taken, which is deleted where it lies. The plan is made when little waits and
-- few orders are known, and must serve when there are many.
CREATE OR REPLACE FUNCTION number_events(p_events_max int) RETURNS int LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_slot smallint;
  v_users text;
  v_count int;
BEGIN
  IF NOT EXISTS (SELECT FROM waiting_events) THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('number events', 0));
  SELECT slot INTO STRICT v_slot FROM event_days ORDER BY opened DESC LIMIT 1;
  WITH taken AS (
    DELETE FROM waiting_events WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM waiting_events ORDER BY position LIMIT p_events_max
    ))
    RETURNING *
  ), changed_orders AS MATERIALIZED (
    SELECT order_id, account_id, bot_id, market_tag, side, type, price, amount
    FROM orders WHERE order_id = ANY (ARRAY(
      SELECT DISTINCT object_id FROM taken WHERE state IS NOT NULL
    ))
  ), owners AS MATERIALIZED (
    SELECT account_id, user_id FROM accounts WHERE account_id = ANY (ARRAY(
      SELECT account_id FROM changed_orders
      UNION SELECT object_id FROM taken WHERE type = 'balance.changed'
    ))
  ), owned AS MATERIALIZED (
    SELECT t.position, coalesce(t.user_id, o.user_id) AS owner_id, t.type, t.object_id, t.at_ms,
      t.data, is_standing_event(t.type) AS is_standing,
      coalesce(o.account_id, t.data ->> 'account_id') AS of_account
    FROM taken t LEFT JOIN owners o ON o.account_id = t.object_id AND t.type = 'balance.changed'
    WHERE t.state IS NULL AND (t.user_id IS NOT NULL OR o.user_id IS NOT NULL)
  ), chosen AS MATERIALIZED (
    SELECT position, 0 AS part, owner_id, type, object_id, at_ms, data, of_account,
      CASE WHEN type LIKE 'bot.%' OR type = 'signal.received' THEN object_id END AS of_bot,
      NULL::text AS account_id, NULL::text AS bot_id, NULL::text AS market_tag, NULL::text AS side,
      NULL::text AS order_type, NULL::numeric AS price, NULL::numeric AS amount,
      NULL::numeric AS filled_amount, NULL::numeric AS added_amount, NULL::text AS state,
      NULL::text AS reason
    FROM owned
    WHERE NOT is_standing OR position IN (
      SELECT max(position) FROM owned WHERE is_standing GROUP BY object_id, type, owner_id
    )
    UNION ALL
    SELECT t.position, p.part, a.user_id, CASE
        WHEN p.part = 0 THEN 'fill.created' WHEN t.state = 'pending' THEN 'order.placed'
        WHEN t.state = 'open' THEN 'order.opened' ELSE 'order.' || t.state
      END, t.object_id, t.at_ms, NULL, o.account_id, o.bot_id,
      o.account_id, o.bot_id, o.market_tag, o.side, o.type, o.price, o.amount,
      t.filled_amount, t.added_amount, t.state, t.reason
    FROM (
      SELECT *, filled_amount - coalesce(filled_before, 0) AS added_amount
      FROM taken WHERE state IS NOT NULL
    ) AS t
      JOIN changed_orders o ON o.order_id = t.object_id
      JOIN owners a ON a.account_id = o.account_id
      CROSS JOIN (VALUES (0), (1)) AS p (part)
    WHERE CASE p.part
      WHEN 0 THEN t.added_amount > 0
      ELSE t.state IS DISTINCT FROM t.state_before OR t.added_amount < 0
    END
  ), added AS MATERIALIZED (
    SELECT owner_id, count(*) AS added FROM chosen GROUP BY owner_id
  ), addressed AS MATERIALIZED (
    -- Looked up by user, however many webhooks there are.
    SELECT a.owner_id, w.webhook_id, w.types FROM added a CROSS JOIN LATERAL (
      SELECT webhook_id, types FROM webhooks
      WHERE user_id = a.owner_id AND disabled_at_ms IS NULL
      UNION ALL
      SELECT w.webhook_id, w.types FROM end_users u JOIN webhooks w ON w.user_id = u.partner_id
      WHERE u.user_id = a.owner_id AND w.disabled_at_ms IS NULL OFFSET 0
    ) AS w
  ), counted AS (
    INSERT INTO event_counts AS c (user_id, newest)
    SELECT owner_id, added FROM added
    ON CONFLICT (user_id) DO UPDATE SET newest = c.newest + EXCLUDED.newest
    RETURNING user_id, newest
  ), sequenced AS MATERIALIZED (
    SELECT o.*, c.newest - a.added
      + row_number() OVER (PARTITION BY o.owner_id ORDER BY o.position, o.part) AS sequence
    FROM chosen o JOIN added a USING (owner_id) JOIN counted c ON c.user_id = o.owner_id
  ), numbered AS (
    INSERT INTO events (
      slot, user_id, sequence, type, object_id, at_ms, data, account_id, bot_id, market_tag, side,
      order_type, price, amount, filled_amount, added_amount, state, reason
    )
    SELECT v_slot, owner_id, sequence, type, object_id, at_ms, data, account_id, bot_id, market_tag,
      side, order_type, price, amount, filled_amount, added_amount, state, reason
    FROM sequenced
  ), queued AS (
    INSERT INTO webhook_deliveries (
      webhook_id, user_id, sequence, type, object_id, bot_id, signal_id, queued_at_ms
    )
    SELECT w.webhook_id, n.owner_id, n.sequence, n.type, n.object_id, n.of_bot,
      n.data ->> 'signal_id', floor(extract(epoch FROM clock_timestamp()) * 1000)
    FROM sequenced n JOIN addressed w USING (owner_id)
    WHERE w.types = '{}' OR n.type = ANY (w.types)
    ORDER BY n.owner_id, n.sequence
  ), traded AS MATERIALIZED (
    SELECT of_account AS account_id, max(at_ms) AS at_ms
    FROM sequenced WHERE type IN (
      'balance.changed', 'fill.created', 'position.opened', 'position.changed', 'position.closed'
    ) GROUP BY 1
  ), hastened AS (
    UPDATE equity_schedule s SET is_changed = true, due_at_ms = least(s.due_at_ms, greatest(
      (SELECT t.at_ms FROM traded t WHERE t.account_id = s.account_id), s.begun_at_ms + 300000
    ))
    WHERE s.account_id = ANY (ARRAY(SELECT account_id FROM traded)) AND NOT s.is_changed
  )
  SELECT (SELECT count(*) FROM taken), (SELECT string_agg(owner_id, ' ') FROM added)
  INTO v_count, v_users;
  IF v_users IS NOT NULL THEN
    PERFORM pg_notify(
      'tidemill_events', CASE WHEN octet_length(v_users) < 7900 THEN v_users ELSE '' END
    );
  END IF;
  RETURN v_count;
END $$;
