-- Opens the slot of today's events, by the owner's rights: that of the day, or, where events are
-- retained for more than 14 days, that of the month, whose table and the next one's are made here. A
-- day in the future was opened while the clock was ahead: it counts as today. A slot that is opened
-- once more is the newest again, and what the archive has of it is no longer all.
CREATE OR REPLACE FUNCTION open_event_slot(p_days int) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now timestamp := clock_timestamp() AT TIME ZONE 'UTC';
  v_today int := floor(extract(epoch FROM v_now) / 86400);
  v_month smallint := (extract(year FROM v_now) - 1970) * 12 + extract(month FROM v_now) - 1;
  v_newest smallint;
BEGIN
  PERFORM set_config('lock_timeout', '200', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('keep event days', 0));
  UPDATE event_days SET day = v_today WHERE day > v_today;
  SELECT slot INTO v_newest FROM event_days ORDER BY opened DESC LIMIT 1;
  IF p_days > 14 THEN
    PERFORM add_event_month(v_month), add_event_month(v_month + 1);
    IF v_newest IS DISTINCT FROM v_month THEN
      INSERT INTO event_days (slot, day) VALUES (v_month, v_today)
      ON CONFLICT (slot) DO UPDATE
        SET opened = DEFAULT, day = EXCLUDED.day, archived_at = NULL;
    END IF;
  ELSIF v_newest > 15 THEN
    UPDATE event_days SET opened = DEFAULT, archived_at = NULL WHERE slot = (
      SELECT slot FROM event_days WHERE slot < 16 AND day = v_today ORDER BY opened DESC LIMIT 1
    );
    IF NOT FOUND THEN
      INSERT INTO event_days (slot, day)
      SELECT free.slot, v_today FROM generate_series(0, 15) AS free (slot)
      WHERE NOT EXISTS (SELECT FROM event_days d WHERE d.slot = free.slot)
      ORDER BY free.slot LIMIT 1
      ON CONFLICT DO NOTHING;
    END IF;
  END IF;
  PERFORM today_event_slot();
END $$;
