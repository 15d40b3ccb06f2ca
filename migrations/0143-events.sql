-- What happened to a user, as one log: written in the transaction of the change by triggers, so that
-- no statement can change something and leave it out; numbered for each user without gaps afterwards,
-- in an order in which all of it is visible; retained by days.

-- Events that have no number yet. Positions are drawn while transactions run, which commit in another
-- order: a reader of positions would miss what commits late.
CREATE TABLE waiting_events (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  at_ms bigint NOT NULL,
  data jsonb NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The number of the newest event of each user.
CREATE TABLE event_counts (
  user_id text COLLATE "C" PRIMARY KEY,
  newest bigint NOT NULL
) WITH (fillfactor = 70);

-- A slot is a partition. A day's events are in one slot, which is emptied at once when they are older
-- than events are retained.
CREATE TABLE events (
  slot smallint NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  at_ms bigint NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (user_id, sequence, slot)
) PARTITION BY LIST (slot);

DO $$
BEGIN
  FOR slot IN 0..15 LOOP
    EXECUTE format('CREATE TABLE events_%s PARTITION OF events FOR VALUES IN (%1$s)', slot);
  END LOOP;
END $$;

-- The slots in use; new events go to the one that was opened last.
CREATE TABLE event_days (
  slot smallint PRIMARY KEY CHECK (slot BETWEEN 0 AND 15),
  -- Since 1970, UTC.
  day int NOT NULL,
  opened bigint GENERATED ALWAYS AS IDENTITY
);
INSERT INTO event_days (slot, day)
VALUES (0, (extract(epoch FROM clock_timestamp()) / 86400)::int);

-- Numbers at most so many waiting events, and returns how many. One process at a time: each
-- statement sees what was committed before it, and of two changes of one object the later one drew
-- its position after the earlier one had committed. Whoever listens hears whose events are new; an
-- empty list means that it did not fit.
CREATE FUNCTION number_events(p_events_max int) RETURNS int LANGUAGE plpgsql AS $$
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
  ), added AS (
    SELECT user_id, count(*) AS added FROM taken GROUP BY user_id
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
    FROM taken t JOIN added a USING (user_id) JOIN counted c USING (user_id)
    RETURNING user_id
  )
  SELECT count(*), string_agg(DISTINCT user_id, ' ') INTO v_count, v_users FROM numbered;
  IF v_count > 0 THEN
    PERFORM pg_notify(
      'tidemill_events', CASE WHEN octet_length(v_users) < 7900 THEN v_users ELSE '' END
    );
  END IF;
  RETURN v_count;
END $$;

-- Opens today's slot and empties those of days that are retained no longer. By the owner's rights:
-- the service may truncate no table. Whoever reads for long (a backup) is not waited for, since all
-- other readers would wait behind us; a later call empties the slot. A day in the future was opened
-- while the clock was ahead: it counts as today.
CREATE FUNCTION keep_event_days(p_days int) RETURNS int LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_today int := floor(extract(epoch FROM clock_timestamp()) / 86400);
  v_slot smallint;
  v_emptied int := 0;
BEGIN
  PERFORM set_config('lock_timeout', '200', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('keep event days', 0));
  UPDATE event_days SET day = v_today WHERE day > v_today;
  FOR v_slot IN SELECT slot FROM event_days WHERE day < v_today - p_days LOOP
    BEGIN
      EXECUTE format('TRUNCATE events_%s', v_slot);
      DELETE FROM event_days WHERE slot = v_slot;
      v_emptied := v_emptied + 1;
    EXCEPTION WHEN lock_not_available THEN
      CONTINUE;
    END;
  END LOOP;
  -- Without a free slot today's events go to that of the day before.
  INSERT INTO event_days (slot, day)
  SELECT free.slot, v_today FROM generate_series(0, 15) AS free (slot)
  WHERE NOT EXISTS (SELECT FROM event_days d WHERE d.day = v_today)
    AND NOT EXISTS (SELECT FROM event_days d WHERE d.slot = free.slot)
  ORDER BY free.slot LIMIT 1;
  RETURN v_emptied;
END $$;

-- One statement, because every order pays for it. What was filled comes before the state. An order
-- whose account is not there is nobody's to hear of.
CREATE FUNCTION note_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_filled numeric := CASE TG_OP
    WHEN 'INSERT' THEN NEW.filled_amount ELSE NEW.filled_amount - OLD.filled_amount END;
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT a.user_id, e.type, NEW.order_id, NEW.updated_at_ms, jsonb_build_object(
    'account_id', NEW.account_id, 'bot_id', NEW.bot_id, 'market_tag', NEW.market_tag,
    'side', NEW.side, 'type', NEW.type, 'price', NEW.price::text, 'amount', NEW.amount::text,
    'filled_amount', NEW.filled_amount::text, 'added_amount', v_filled::text,
    'state', NEW.state, 'reason', NEW.reason
  )
  FROM accounts a, (VALUES
    (CASE WHEN v_filled > 0 THEN 'fill.created' END),
    (CASE WHEN TG_OP = 'INSERT' OR NEW.state <> OLD.state OR v_filled < 0 THEN
      CASE NEW.state
        WHEN 'pending' THEN 'order.placed' WHEN 'open' THEN 'order.opened'
        ELSE 'order.' || NEW.state
      END
    END)
  ) AS e (type)
  WHERE a.account_id = NEW.account_id AND e.type IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER order_inserted_event AFTER INSERT ON orders
FOR EACH ROW EXECUTE FUNCTION note_order_event();

CREATE TRIGGER order_changed_event AFTER UPDATE ON orders
FOR EACH ROW WHEN (OLD.state <> NEW.state OR OLD.filled_amount <> NEW.filled_amount)
EXECUTE FUNCTION note_order_event();
