-- Earlier sources of scripts, so that a change can be compared with what was before it.

CREATE TABLE script_versions (
  script_id text COLLATE "C" NOT NULL REFERENCES scripts ON DELETE CASCADE,
  -- Grows by one with each source that differs from the one before; old ones are discarded.
  version integer NOT NULL,
  source bytea NOT NULL,
  is_valid boolean NOT NULL,
  saved_at_ms bigint NOT NULL,
  PRIMARY KEY (script_id, version)
);

INSERT INTO script_versions (script_id, version, source, is_valid, saved_at_ms)
SELECT script_id, 1, source, is_valid, updated_at_ms FROM scripts;
