-- Watch lists: the markets that a user has chosen to see together, whatever their exchanges.
CREATE TABLE watched_markets (
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  market_tag text COLLATE "C" NOT NULL,
  watched_at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, market_tag)
);
