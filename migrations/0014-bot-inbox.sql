-- What is sent to running bots from outside: signals, and edits of strategies. A row waits until a
-- step of the bot's run takes it in; from then on it is an event of the run.

CREATE TABLE bot_inbox (
  -- The order in which a bot gets them.
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_id text COLLATE "C" NOT NULL REFERENCES bots ON DELETE CASCADE,
  -- A later activation of the bot does not get it.
  activation int NOT NULL,
  received_at_ms bigint NOT NULL,
  -- JSON: its kind, and what belongs to it.
  input text NOT NULL
-- Rows come and go quickly, and readers pass by those that are gone until they are swept away.
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

CREATE INDEX bot_inbox_of_bot ON bot_inbox (bot_id, sequence);
