-- Events that are numbered after an absence go to a slot of their own day. They went to the slot that was
-- opened last, which may be of a day that is about to be emptied, and were lost with it unread.

-- The slot of today's events, opened if there is none. Without a free slot they go to the newest,
-- which then counts as today's; so does one that was opened while the clock was ahead. It takes
-- turns with `keep_event_days` only when a day begins.
CREATE FUNCTION today_event_slot() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  v_today int := floor(extract(epoch FROM clock_timestamp()) / 86400);
  v_slot smallint;
  v_day int;
BEGIN
  SELECT slot, day INTO v_slot, v_day FROM event_days ORDER BY opened DESC LIMIT 1;
  IF v_day >= v_today THEN RETURN v_slot; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('keep event days', 0));
  INSERT INTO event_days (slot, day)
  SELECT free.slot, v_today FROM generate_series(0, 15) AS free (slot)
  WHERE NOT EXISTS (SELECT FROM event_days d WHERE d.day >= v_today)
    AND NOT EXISTS (SELECT FROM event_days d WHERE d.slot = free.slot)
  ORDER BY free.slot LIMIT 1
  ON CONFLICT DO NOTHING;
  SELECT slot INTO v_slot FROM event_days ORDER BY opened DESC LIMIT 1;
  UPDATE event_days SET day = v_today WHERE slot = v_slot AND day < v_today;
  RETURN v_slot;
END $$;

-- As in 0143-events.sql; only the opening of today's slot is written once.
CREATE OR REPLACE FUNCTION keep_event_days(p_days int) RETURNS int LANGUAGE plpgsql
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
  PERFORM today_event_slot();
  RETURN v_emptied;
END $$;

-- What numbers events, as in 0168-partner-events.sql, after the slot of today is there.
ALTER FUNCTION number_events(int) RENAME TO number_events_into_newest_slot;
CREATE FUNCTION number_events(p_events_max int) RETURNS int LANGUAGE plpgsql AS $$
BEGIN
  PERFORM today_event_slot();
  RETURN number_events_into_newest_slot(p_events_max);
END $$;
