-- Log lines of bots by month, 3 of 3. The month is in the bits of `sequence` above the lowest 40, in
-- months since 1970 (UTC): parts are in the order of lists, which read the newest part first and no
-- further than a page needs. Processes of the release before go on with `bot_lines`.
CREATE TABLE bot_log_lines (
  bot_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  at_ms bigint NOT NULL,
  severity text NOT NULL,
  message text NOT NULL,
  notice jsonb,
  PRIMARY KEY (bot_id, sequence)
) PARTITION BY RANGE (sequence);
-- By the checked constraint it needs no reading.
ALTER TABLE bot_log_lines ATTACH PARTITION bot_lines FOR VALUES FROM (MINVALUE) TO (1099511627776);

-- The parts that there are. Each is a table of its own, `bot_log_lines_2026_11`.
CREATE TABLE bot_line_months (
  month int PRIMARY KEY,
  -- Its lines are in the archive.
  archived_at timestamptz
);
