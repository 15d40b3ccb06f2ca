-- Makes the part of a month for log lines of bots, given as months since 1970. To attach a table
-- stops nobody, to create one as a part would. Whoever may use the whole may use it.
CREATE OR REPLACE FUNCTION add_bot_line_month(p_month int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_table text := 'bot_log_lines_'
    || to_char(timestamp '1970-01-01' + make_interval(months => p_month), 'YYYY_MM');
  v_role regrole;
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE bot_log_lines INCLUDING INDEXES)', v_table);
  EXECUTE format(
    'ALTER TABLE bot_log_lines ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
    v_table, p_month::bigint << 40, (p_month + 1)::bigint << 40
  );
  FOR v_role IN
    SELECT DISTINCT a.grantee::regrole FROM pg_class c, aclexplode(c.relacl) a
    WHERE c.oid = 'bot_log_lines'::regclass AND a.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO %s', v_table, v_role);
  END LOOP;
  INSERT INTO bot_line_months (month) VALUES (p_month);
END $$;
