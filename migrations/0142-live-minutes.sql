-- Minutes of markets that are followed live, until they are packed into their days.
CREATE TABLE candle_minutes (
  market_tag text COLLATE "C" NOT NULL,
  -- Minutes since 1970.
  minute integer NOT NULL,
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  volume bigint NOT NULL,
  PRIMARY KEY (market_tag, minute)
);

-- Minutes whose candle was replaced after it had become known: the runs of bots that began before
-- continue with the candle as it was.
CREATE TABLE candle_corrections (
  -- In the order of their transactions, which take a lock for it.
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market_tag text COLLATE "C" NOT NULL,
  minute integer NOT NULL,
  -- The candle as it was; null: there was none.
  open bigint,
  high bigint,
  low bigint,
  close bigint,
  volume bigint,
  corrected_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (num_nulls(open, high, low, close, volume) IN (0, 5))
);

CREATE INDEX candle_corrections_by_minute ON candle_corrections (market_tag, minute);
