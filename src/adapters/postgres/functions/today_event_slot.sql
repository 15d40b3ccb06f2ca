-- The slot of today's events, opened if there is none. Without a free slot they go to the newest,
-- which then counts as today's; so does one that was opened while the clock was ahead. It takes
-- turns with `keep_event_days` only when a day begins.
CREATE OR REPLACE FUNCTION today_event_slot() RETURNS smallint LANGUAGE plpgsql AS $$
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
