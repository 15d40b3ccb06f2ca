-- Minutes of markets: one row for each market and UTC day that has a candle.

CREATE TABLE candle_days (
  market_tag text COLLATE "C" NOT NULL,
  -- Days since 1970.
  day integer NOT NULL,
  candles_count smallint NOT NULL CHECK (candles_count BETWEEN 1 AND 1440),
  -- Minutes of the day.
  first_minute smallint NOT NULL CHECK (first_minute BETWEEN 0 AND 1439),
  last_minute smallint NOT NULL CHECK (last_minute BETWEEN first_minute AND 1439),
  -- Packed columns, compressed by the writer.
  packed bytea NOT NULL,
  PRIMARY KEY (market_tag, day)
);

-- It is compressed already.
ALTER TABLE candle_days ALTER COLUMN packed SET STORAGE EXTERNAL;

-- What is known of a market's history as a whole.
CREATE TABLE market_histories (
  market_tag text COLLATE "C" PRIMARY KEY,
  covered_from_ms bigint NOT NULL,
  covered_until_ms bigint NOT NULL CHECK (covered_until_ms > covered_from_ms),
  -- The market's steps, which the packed figures are counted in.
  price_step text NOT NULL,
  amount_step text NOT NULL,
  -- The market itself, where it exists only with its history.
  market jsonb
);
