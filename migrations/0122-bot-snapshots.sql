-- What runs of bots stand at, so that one can be taken up without its whole life. The last two of a
-- bot are kept, or why there are none.
CREATE TABLE bot_snapshots (
  bot_id text COLLATE "C" NOT NULL REFERENCES bots ON DELETE CASCADE,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  activation int NOT NULL,
  -- What it was written by.
  format int NOT NULL,
  compiler text COLLATE "C" NOT NULL,
  script_hash text COLLATE "C" NOT NULL,
  -- Minutes before this instant, and so many events, are in it.
  done_until_ms bigint NOT NULL,
  event_count int NOT NULL,
  inputs_digest text COLLATE "C" NOT NULL,
  state_digest text COLLATE "C" NOT NULL,
  whole_digest text COLLATE "C" NOT NULL,
  -- Compressed.
  packed bytea NOT NULL,
  PRIMARY KEY (bot_id, sequence)
);
-- It is compressed already.
ALTER TABLE bot_snapshots ALTER COLUMN packed SET STORAGE EXTERNAL;

-- Why the run of a bot gets no snapshots; null: nothing is known to be in the way.
ALTER TABLE bot_runs ADD COLUMN snapshot_refusal text;
