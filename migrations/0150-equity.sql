-- What accounts were worth over time: one snapshot an hour, and after changes.

-- When each account is looked at next. A process that looks at it moves the instant on first, so
-- that no other does, and that it comes again if that process dies.
CREATE TABLE equity_schedule (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  due_at_ms bigint NOT NULL DEFAULT 0,
  -- When somebody looked last.
  begun_at_ms bigint NOT NULL DEFAULT 0,
  -- Whether something was traded since.
  is_changed boolean NOT NULL DEFAULT false,
  -- Of its snapshots; null before the first.
  currency text
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX equity_schedule_due ON equity_schedule (due_at_ms);

INSERT INTO equity_schedule (account_id) SELECT account_id FROM accounts;

CREATE FUNCTION schedule_equity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO equity_schedule (account_id) VALUES (NEW.account_id);
  RETURN NULL;
END $$;

CREATE TRIGGER account_equity AFTER INSERT ON accounts
FOR EACH ROW EXECUTE FUNCTION schedule_equity();

CREATE TABLE equity_snapshots (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts ON DELETE CASCADE,
  at_ms bigint NOT NULL,
  -- 0: the first of its day, by UTC; 1: of its hour; 2: another. Decides how long it is retained.
  grain smallint NOT NULL CHECK (grain BETWEEN 0 AND 2),
  currency text NOT NULL,
  value numeric(36, 18) NOT NULL,
  -- Currencies that were held and had no price.
  unpriced text[] NOT NULL,
  PRIMARY KEY (account_id, at_ms)
);
CREATE INDEX equity_snapshots_changes ON equity_snapshots (at_ms) WHERE grain = 2;
CREATE INDEX equity_snapshots_hours ON equity_snapshots (at_ms) WHERE grain = 1;

-- As in 0147-webhooks.sql, and accounts on which something was traded are due for a snapshot: at
-- once if the last one is five minutes old, otherwise when it is.
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
  ), traded AS (
    SELECT CASE type WHEN 'balance.changed' THEN object_id ELSE data ->> 'account_id' END
      AS account_id, max(at_ms) AS at_ms
    FROM chosen WHERE type = 'balance.changed' OR type LIKE 'position.%' OR type = 'fill.created'
    GROUP BY 1
  ), hastened AS (
    UPDATE equity_schedule s SET is_changed = true,
      due_at_ms = least(s.due_at_ms, greatest(t.at_ms, s.begun_at_ms + 300000))
    FROM traded t WHERE s.account_id = t.account_id AND NOT s.is_changed
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
