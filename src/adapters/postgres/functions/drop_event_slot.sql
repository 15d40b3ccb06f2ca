-- Empties the slot of a day of events, or drops that of a month, by the number of its opening; false
-- where it is there no longer, is that of today or yesterday, or while others use it for long, as a
-- backup does: they are not waited for, since all others would wait behind us. By the owner's rights:
-- the service may truncate no table.
CREATE OR REPLACE FUNCTION drop_event_slot(p_opened bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_slot smallint;
  v_day int;
BEGIN
  PERFORM set_config('lock_timeout', '200', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('keep event days', 0));
  SELECT slot, day INTO v_slot, v_day FROM event_days WHERE opened = p_opened;
  IF NOT FOUND OR v_day >= floor(extract(epoch FROM clock_timestamp()) / 86400) - 1 THEN
    RETURN false;
  END IF;
  EXECUTE format(
    CASE WHEN v_slot < 16 THEN 'TRUNCATE %I' ELSE 'DROP TABLE IF EXISTS %I' END,
    event_slot_table(v_slot)
  );
  DELETE FROM event_days WHERE opened = p_opened;
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;
