-- Requests counted per key and tier in fixed windows. Not logged: after a crash all windows are
-- empty, which costs nobody anything.

CREATE UNLOGGED TABLE rate_window (
  key_id text COLLATE "C" NOT NULL,
  tier text COLLATE "C" NOT NULL,
  reset_at_ms bigint NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (key_id, tier)
) WITH (fillfactor = 50);
