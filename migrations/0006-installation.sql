-- The installation itself: one row, written at the first start.

CREATE TABLE installation (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  installation_id text COLLATE "C" NOT NULL,
  -- Tells a wrong master key from the right one, and says nothing else about it.
  master_key_fingerprint text NOT NULL,
  created_at_ms bigint NOT NULL
);
