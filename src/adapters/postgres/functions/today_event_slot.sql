-- The slot of today's events, opened if there is none. Without a free slot, or without a table of
-- the month, they go to the newest, which then counts as today's; so does one that was opened while
-- the clock was ahead. It takes turns with `open_event_slot` only when a day begins.
CREATE OR REPLACE FUNCTION today_event_slot() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamp := clock_timestamp() AT TIME ZONE 'UTC';
  v_today int := floor(extract(epoch FROM v_now) / 86400);
  v_month smallint := (extract(year FROM v_now) - 1970) * 12 + extract(month FROM v_now) - 1;
  v_slot smallint;
  v_day int;
BEGIN
  SELECT slot, day INTO v_slot, v_day FROM event_days ORDER BY opened DESC LIMIT 1;
  IF v_day >= v_today THEN RETURN v_slot; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('keep event days', 0));
  IF v_slot > 15 THEN
    INSERT INTO event_days (slot, day)
    SELECT v_month, v_today
    WHERE v_slot < v_month AND to_regclass(event_slot_table(v_month)) IS NOT NULL
    ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO event_days (slot, day)
    SELECT free.slot, v_today FROM generate_series(0, 15) AS free (slot)
    WHERE NOT EXISTS (SELECT FROM event_days d WHERE d.day >= v_today)
      AND NOT EXISTS (SELECT FROM event_days d WHERE d.slot = free.slot)
    ORDER BY free.slot LIMIT 1
    ON CONFLICT DO NOTHING;
  END IF;
  SELECT slot INTO v_slot FROM event_days ORDER BY opened DESC LIMIT 1;
  UPDATE event_days SET day = v_today, archived_at = NULL WHERE slot = v_slot AND day < v_today;
  RETURN v_slot;
END $$;
