-- The number of a log line, with its month above the lowest 40 bits. Where the month has no part, as
-- while a clock is wrong, it is the one nearest to it.
CREATE OR REPLACE FUNCTION next_bot_line() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamp := clock_timestamp() AT TIME ZONE 'UTC';
  v_month int := (extract(year FROM v_now) - 1970) * 12 + extract(month FROM v_now) - 1;
BEGIN
  IF NOT EXISTS (SELECT FROM bot_line_months WHERE month = v_month) THEN
    SELECT month INTO STRICT v_month FROM bot_line_months ORDER BY abs(month - v_month) LIMIT 1;
  END IF;
  RETURN (v_month::bigint << 40) | nextval('bot_line_numbers');
END $$;

-- Not of its parts: lines that a former release writes into `bot_lines` have no month.
ALTER TABLE ONLY bot_log_lines ALTER COLUMN sequence SET DEFAULT next_bot_line();
