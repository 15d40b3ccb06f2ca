-- What waits for a number is written as it comes, and becomes events when it is numbered: of an
-- order the columns that changed, of a simulated account its id. Every order pays for what is
-- written in its transaction, and less for what many do together afterwards.
ALTER TABLE waiting_events
  ALTER COLUMN user_id DROP NOT NULL,
  ALTER COLUMN type DROP NOT NULL,
  ALTER COLUMN data DROP NOT NULL,
  -- Whose user it is, where that is not there.
  ADD COLUMN account_id text COLLATE "C",
  -- Of an order that changed; all null otherwise.
  ADD COLUMN bot_id text COLLATE "C",
  ADD COLUMN market_tag text COLLATE "C",
  ADD COLUMN side text,
  ADD COLUMN order_type text,
  ADD COLUMN price numeric(36, 18),
  ADD COLUMN amount numeric(36, 18),
  ADD COLUMN filled_amount numeric(36, 18),
  ADD COLUMN added_amount numeric(36, 18),
  ADD COLUMN state text,
  ADD COLUMN is_state_new boolean,
  ADD COLUMN reason text;

CREATE OR REPLACE FUNCTION note_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (
    account_id, object_id, at_ms, bot_id, market_tag, side, order_type, price, amount,
    filled_amount, added_amount, state, is_state_new, reason
  ) VALUES (
    NEW.account_id, NEW.order_id, NEW.updated_at_ms, NEW.bot_id, NEW.market_tag, NEW.side, NEW.type,
    NEW.price, NEW.amount, NEW.filled_amount, NEW.filled_amount - coalesce(OLD.filled_amount, 0),
    NEW.state, OLD.state IS DISTINCT FROM NEW.state, NEW.reason
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_sim_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (account_id, type, object_id, at_ms, data)
  VALUES (NEW.account_id, 'balance.changed', NEW.account_id, NEW.updated_at_ms, '{}');
  RETURN NULL;
END $$;

-- As in 0145-more-events.sql, and by which name the signal is found again.
CREATE OR REPLACE FUNCTION note_bot_signals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT b.user_id, 'signal.received', i.bot_id, i.received_at_ms,
    jsonb_build_object('action', left(i.input ->> 'action', 200), 'signal_id', i.sequence::text)
  FROM (
    SELECT sequence, bot_id, received_at_ms, input::jsonb AS input FROM added_inputs
  ) AS i JOIN bots b USING (bot_id)
  WHERE i.input ->> 'kind' = 'signal'
  ORDER BY i.sequence;
  RETURN NULL;
END $$;

-- What a delivery is about, for the traces of bots and of signals.
ALTER TABLE webhook_deliveries
  ADD COLUMN bot_id text COLLATE "C",
  ADD COLUMN signal_id text COLLATE "C";
CREATE INDEX webhook_deliveries_of_bot ON webhook_deliveries (bot_id, delivery_id DESC)
  WHERE bot_id IS NOT NULL;
CREATE INDEX webhook_deliveries_of_object ON webhook_deliveries (object_id, delivery_id);
CREATE INDEX webhook_deliveries_of_signal ON webhook_deliveries (signal_id)
  WHERE signal_id IS NOT NULL;

-- As in 0150-equity.sql, from what waits now. Of an order, what was filled comes before its state.
-- What belongs to nobody is no event.
CREATE OR REPLACE FUNCTION number_events(p_events_max int) RETURNS int LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_slot smallint;
  v_users text;
  v_count int;
BEGIN
  IF NOT EXISTS (SELECT FROM waiting_events) THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('number events', 0));
  SELECT slot INTO STRICT v_slot FROM event_days ORDER BY opened DESC LIMIT 1;
  WITH taken AS (
    DELETE FROM waiting_events WHERE position = ANY (ARRAY(
      SELECT position FROM waiting_events ORDER BY position LIMIT p_events_max
    ))
    RETURNING *, coalesce(
      user_id, (SELECT a.user_id FROM accounts a WHERE a.account_id = waiting_events.account_id)
    ) AS owner_id
  ), outdated AS (
    SELECT position FROM (
      SELECT position, max(position) OVER (PARTITION BY owner_id, type, object_id) AS newest
      FROM taken WHERE is_standing_event(type)
    ) AS standing WHERE position < newest
  ), chosen AS (
    SELECT position, 0 AS part, owner_id, type, object_id, at_ms, account_id, data,
      CASE WHEN type LIKE 'bot.%' OR type = 'signal.received' THEN object_id END AS bot_id
    FROM taken
    WHERE state IS NULL AND owner_id IS NOT NULL AND position NOT IN (SELECT position FROM outdated)
    UNION ALL
    SELECT t.position, p.part, t.owner_id, CASE
        WHEN p.part = 0 THEN 'fill.created' WHEN t.state = 'pending' THEN 'order.placed'
        WHEN t.state = 'open' THEN 'order.opened' ELSE 'order.' || t.state
      END, t.object_id, t.at_ms, t.account_id,
      jsonb_build_object(
        'account_id', t.account_id, 'bot_id', t.bot_id, 'market_tag', t.market_tag,
        'side', t.side, 'type', t.order_type, 'price', t.price::text, 'amount', t.amount::text,
        'filled_amount', t.filled_amount::text, 'added_amount', t.added_amount::text,
        'state', t.state, 'reason', t.reason
      ), t.bot_id
    FROM taken t, (VALUES (0), (1)) AS p (part)
    WHERE t.state IS NOT NULL AND t.owner_id IS NOT NULL AND CASE p.part
      WHEN 0 THEN t.added_amount > 0 ELSE t.is_state_new OR t.added_amount < 0
    END
  ), added AS (
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
    INSERT INTO events (slot, user_id, sequence, type, object_id, at_ms, data)
    SELECT v_slot, owner_id, sequence, type, object_id, at_ms, data FROM sequenced
  ), queued AS (
    INSERT INTO webhook_deliveries (
      webhook_id, user_id, sequence, type, object_id, bot_id, signal_id, queued_at_ms
    )
    SELECT w.webhook_id, n.owner_id, n.sequence, n.type, n.object_id, n.bot_id,
      n.data ->> 'signal_id', floor(extract(epoch FROM clock_timestamp()) * 1000)
    FROM sequenced n JOIN addressed w USING (owner_id)
    WHERE w.types = '{}' OR n.type = ANY (w.types)
    ORDER BY n.owner_id, n.sequence
  ), traded AS MATERIALIZED (
    SELECT coalesce(account_id, data ->> 'account_id') AS account_id, max(at_ms) AS at_ms
    FROM sequenced WHERE type IN (
      'balance.changed', 'fill.created', 'position.opened', 'position.changed', 'position.closed'
    ) GROUP BY 1
  ), hastened AS (
    UPDATE equity_schedule s SET is_changed = true, due_at_ms = least(s.due_at_ms, greatest(
      (SELECT t.at_ms FROM traded t WHERE t.account_id = s.account_id), s.begun_at_ms + 300000
    ))
    WHERE s.account_id = ANY (ARRAY(SELECT account_id FROM traded)) AND NOT s.is_changed
  )
  SELECT (SELECT count(*) FROM taken), (SELECT string_agg(DISTINCT owner_id, ' ') FROM sequenced)
  INTO v_count, v_users;
  IF v_users IS NOT NULL THEN
    PERFORM pg_notify(
      'tidemill_events', CASE WHEN octet_length(v_users) < 7900 THEN v_users ELSE '' END
    );
  END IF;
  RETURN v_count;
END $$;
