-- Proves that the database can write: a new page, which is undone, and a row.
CREATE OR REPLACE FUNCTION probe_writes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    INSERT INTO write_probe_pages (filler) VALUES (repeat('x', 1000));
    RAISE EXCEPTION 'undone' USING ERRCODE = 'TM001';
  EXCEPTION WHEN SQLSTATE 'TM001' THEN
    -- The page was there, and the row of it is not wanted.
  END;
  INSERT INTO write_probe (probed_at) VALUES (clock_timestamp())
  ON CONFLICT (is_only) DO UPDATE SET probed_at = excluded.probed_at;
END $$;
