-- The probe of readiness writes what real work writes: an update of one row stays within its page,
-- and works on a disk on which no table can grow any more. Each row of this table needs a page of
-- its own, and none is ever committed, so that the vacuum gives the pages back.

CREATE TABLE write_probe_pages (
  filler text NOT NULL
) WITH (fillfactor = 10);

ALTER TABLE write_probe_pages ALTER COLUMN filler SET STORAGE PLAIN;

CREATE FUNCTION probe_writes() RETURNS void LANGUAGE plpgsql AS $$
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
