-- Networks that a user signed in from: guesses of strangers keep nobody out who comes from one.
CREATE TABLE known_networks (
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  network text COLLATE "C" NOT NULL,
  seen_at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, network)
);
