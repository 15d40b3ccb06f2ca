-- Webhooks: events are sent to addresses of users. What is to be sent is queued in the transaction
-- that numbers the events, so nothing that is in the log is left out, whatever dies.

CREATE TABLE webhooks (
  webhook_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  url text NOT NULL,
  -- Of events; empty: all.
  types text[] NOT NULL,
  -- The secret, and the one before it while that is valid; sealed under the master key.
  sealed bytea NOT NULL,
  previous_sealed bytea,
  previous_until_ms bigint,
  created_at_ms bigint NOT NULL,
  -- Null: nothing failed since the last delivery.
  failing_since_ms bigint,
  failures_count int NOT NULL DEFAULT 0,
  -- Nothing is sent before.
  retry_at_ms bigint NOT NULL DEFAULT 0,
  disabled_at_ms bigint,
  disabled_reason text,
  CHECK (num_nonnulls(previous_sealed, previous_until_ms) IN (0, 2)),
  CHECK (num_nonnulls(disabled_at_ms, disabled_reason) IN (0, 2))
);
CREATE INDEX webhooks_of_user ON webhooks (user_id, webhook_id);

CREATE TABLE webhook_deliveries (
  delivery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  -- Of the event; of an end user where the webhook is its partner's.
  user_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  queued_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'given_up')),
  attempts_count int NOT NULL DEFAULT 0,
  -- When it was tried first since it was queued or sent again.
  tried_since_ms bigint,
  next_at_ms bigint NOT NULL DEFAULT 0,
  -- A process sends it until then; the number is also what its result is accepted by.
  claimed_until_ms bigint NOT NULL DEFAULT 0,
  ended_at_ms bigint,
  -- Of the last attempt: what was responded, or why nothing was.
  status int,
  response text,
  problem text
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, delivery_id)
  WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, delivery_id DESC);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (queued_at_ms);

-- As in 0145-more-events.sql, and what webhooks are to be sent is queued. A partner's webhooks get
-- the events of its end users.
CREATE OR REPLACE FUNCTION number_events(p_events_max int) RETURNS int LANGUAGE plpgsql AS $$
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
    RETURNING *
  ), outdated AS (
    SELECT position FROM (
      SELECT position, max(position) OVER (PARTITION BY user_id, type, object_id) AS newest
      FROM taken WHERE is_standing_event(type)
    ) AS standing WHERE position < newest
  ), chosen AS (
    SELECT * FROM taken WHERE position NOT IN (SELECT position FROM outdated)
  ), added AS (
    SELECT user_id, count(*) AS added FROM chosen GROUP BY user_id
  ), counted AS (
    INSERT INTO event_counts AS c (user_id, newest)
    SELECT user_id, added FROM added
    ON CONFLICT (user_id) DO UPDATE SET newest = c.newest + EXCLUDED.newest
    RETURNING user_id, newest
  ), numbered AS (
    INSERT INTO events (slot, user_id, sequence, type, object_id, at_ms, data)
    SELECT v_slot, t.user_id,
      c.newest - a.added + row_number() OVER (PARTITION BY t.user_id ORDER BY t.position),
      t.type, t.object_id, t.at_ms, t.data
    FROM chosen t JOIN added a USING (user_id) JOIN counted c USING (user_id)
    RETURNING user_id, sequence, type, object_id
  ), queued AS (
    INSERT INTO webhook_deliveries (webhook_id, user_id, sequence, type, object_id, queued_at_ms)
    SELECT w.webhook_id, n.user_id, n.sequence, n.type, n.object_id,
      floor(extract(epoch FROM clock_timestamp()) * 1000)
    FROM numbered n LEFT JOIN end_users u ON u.user_id = n.user_id
      JOIN webhooks w ON w.user_id IN (n.user_id, u.partner_id)
    WHERE w.disabled_at_ms IS NULL AND (w.types = '{}' OR n.type = ANY (w.types))
    ORDER BY n.user_id, n.sequence
  )
  SELECT (SELECT count(*) FROM taken), (SELECT string_agg(DISTINCT user_id, ' ') FROM numbered)
  INTO v_count, v_users;
  IF v_count > 0 THEN
    PERFORM pg_notify(
      'tidemill_events', CASE WHEN octet_length(v_users) < 7900 THEN v_users ELSE '' END
    );
  END IF;
  RETURN v_count;
END $$;

-- That a webhook was disabled is an event itself, for those who follow the log in another way.
CREATE FUNCTION note_disabled_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id, 'webhook.disabled', NEW.webhook_id, NEW.disabled_at_ms,
    jsonb_build_object('url', NEW.url, 'reason', NEW.disabled_reason)
  );
  RETURN NULL;
END $$;

CREATE TRIGGER webhook_disabled_event AFTER UPDATE OF disabled_at_ms ON webhooks
FOR EACH ROW WHEN (OLD.disabled_at_ms IS NULL AND NEW.disabled_at_ms IS NOT NULL)
EXECUTE FUNCTION note_disabled_webhook();
