-- What runs of bots were worth over time: at their start, at the ends of hours in which that changed,
-- after trades, at the ends of days and at their end.

-- JSON: how the equity stands to its highest; null before the first step that says so.
ALTER TABLE bot_runs ADD COLUMN curve text;

CREATE TABLE bot_equity (
  bot_id text COLLATE "C" NOT NULL,
  activation int NOT NULL,
  at_ms bigint NOT NULL,
  -- In the profit currency of the run.
  value double precision NOT NULL,
  realized double precision NOT NULL,
  -- Of its trade market, where it is known.
  price double precision,
  -- Retained with the run; the others for a month.
  is_lasting boolean NOT NULL,
  PRIMARY KEY (bot_id, activation, at_ms),
  FOREIGN KEY (bot_id, activation) REFERENCES bot_runs ON DELETE CASCADE
);
