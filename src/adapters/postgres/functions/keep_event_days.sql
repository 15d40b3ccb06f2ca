-- Opens today's slot and empties those of days that are retained no longer. By the owner's rights:
-- the service may truncate no table. Whoever reads for long (a backup) is not waited for, since all
-- other readers would wait behind us; a later call empties the slot. A day in the future was opened
-- while the clock was ahead: it counts as today.
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
