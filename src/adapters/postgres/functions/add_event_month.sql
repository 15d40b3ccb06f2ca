-- Makes the part of a month for events, given as months since 1970, as the slot of that number;
-- false: there is one. To attach a table stops nobody, to create one as a part would. Whoever may
-- use the whole may use it.
CREATE OR REPLACE FUNCTION add_event_month(p_month int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_table text := event_slot_table(p_month);
  v_role regrole;
BEGIN
  IF to_regclass(v_table) IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING INDEXES)', v_table);
  EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES IN (%s)', v_table, p_month);
  FOR v_role IN
    SELECT DISTINCT a.grantee::regrole FROM pg_class c, aclexplode(c.relacl) a
    WHERE c.oid = 'events'::regclass AND a.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO %s', v_table, v_role);
  END LOOP;
  RETURN true;
END $$;
