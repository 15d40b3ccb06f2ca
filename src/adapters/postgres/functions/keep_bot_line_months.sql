-- Makes the parts for log lines of this month and the next two. By the owner's rights: the service
-- may make no table. Answers how many were made.
CREATE OR REPLACE FUNCTION keep_bot_line_months() RETURNS int LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now timestamp := clock_timestamp() AT TIME ZONE 'UTC';
  v_first int := (extract(year FROM v_now) - 1970) * 12 + extract(month FROM v_now) - 1;
  v_month int;
  v_made int := 0;
BEGIN
  PERFORM set_config('lock_timeout', '200', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('keep bot line months', 0));
  FOR v_month IN
    SELECT m FROM generate_series(v_first, v_first + 2) AS m
    WHERE NOT EXISTS (SELECT FROM bot_line_months WHERE month = m) ORDER BY m
  LOOP
    PERFORM add_bot_line_month(v_month);
    v_made := v_made + 1;
  END LOOP;
  RETURN v_made;
END $$;

SELECT keep_bot_line_months();
