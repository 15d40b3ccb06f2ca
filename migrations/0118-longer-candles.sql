-- Minutes of a candle of the market's history: minutes, or longer where there are none.
ALTER TABLE market_histories
  ADD COLUMN candle_minutes integer NOT NULL DEFAULT 1 CHECK (candle_minutes >= 1);
