-- As the release before opens today's slot and empties those of old days; it archives none, and
-- knows of no months.
CREATE OR REPLACE FUNCTION keep_event_days(p_days int) RETURNS int LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_today int := floor(extract(epoch FROM clock_timestamp()) / 86400);
  v_opened bigint;
  v_emptied int := 0;
BEGIN
  PERFORM set_config('lock_timeout', '200', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('keep event days', 0));
  UPDATE event_days SET day = v_today WHERE day > v_today;
  FOR v_opened IN
    SELECT opened FROM event_days WHERE slot < 16 AND day < v_today - greatest(p_days, 1)
  LOOP
    IF drop_event_slot(v_opened) THEN v_emptied := v_emptied + 1; END IF;
  END LOOP;
  PERFORM today_event_slot();
  RETURN v_emptied;
END $$;
