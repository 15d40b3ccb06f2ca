-- Data series: numbers of a user's own, each with the instant from which on it was known, which scripts read in
-- backtests and labs. A point never changes: what was known at an instant stays what was known.
CREATE TABLE data_series (
  series_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  created_at_ms bigint NOT NULL,
  UNIQUE (user_id, name)
);

CREATE TABLE data_points (
  series_id bigint NOT NULL REFERENCES data_series ON DELETE CASCADE,
  at_ms bigint NOT NULL,
  value double precision NOT NULL,
  -- When it was stored: a run that was queued before does not read it.
  recorded_at_ms bigint NOT NULL,
  PRIMARY KEY (series_id, at_ms)
);
