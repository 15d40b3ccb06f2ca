-- Drops the part of a month of log lines; false while others use the table for long, as a backup
-- does: they are not waited for, since all others would wait behind us. By the owner's rights. This
-- month and the one before it are refused.
CREATE OR REPLACE FUNCTION drop_bot_line_month(p_month int) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_end timestamp := timestamp '1970-01-01' + make_interval(months => p_month + 2);
BEGIN
  IF v_end > clock_timestamp() AT TIME ZONE 'UTC' THEN
    RAISE EXCEPTION 'The month % of log lines is not over long enough.', p_month;
  END IF;
  PERFORM set_config('lock_timeout', '200', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('keep bot line months', 0));
  EXECUTE format(
    'DROP TABLE IF EXISTS %I',
    'bot_log_lines_' || to_char(timestamp '1970-01-01' + make_interval(months => p_month), 'YYYY_MM')
  );
  DELETE FROM bot_line_months WHERE month = p_month;
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;
