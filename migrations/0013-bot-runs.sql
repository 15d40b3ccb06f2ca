-- Runs of bots: whose turn it is to run them, and the inputs from which each run can be made again.

-- Bots are spread over shards; a process runs the bots of the shards that it holds. The token grows
-- with every change of hands, so that what an earlier holder still writes is refused.
CREATE TABLE bot_leases (
  shard int PRIMARY KEY,
  owner text COLLATE "C" NOT NULL,
  token bigint NOT NULL,
  expires_at timestamptz NOT NULL
);
INSERT INTO bot_leases SELECT shard, '', 0, '-infinity' FROM generate_series(0, 63) AS shard;

-- Processes that want shards, so that each takes its share.
CREATE TABLE bot_runners (
  owner text COLLATE "C" PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

ALTER TABLE bots ADD COLUMN shard int NOT NULL
  GENERATED ALWAYS AS (get_byte(decode(md5(bot_id), 'hex'), 0) & 63) STORED;
CREATE INDEX bots_to_run ON bots (shard) WHERE is_activated;

CREATE TABLE bot_runs (
  bot_id text COLLATE "C" NOT NULL REFERENCES bots ON DELETE CASCADE,
  activation int NOT NULL,
  -- JSON: what the run began with.
  setup text NOT NULL,
  -- Minutes before this instant were run.
  done_until_ms bigint NOT NULL,
  event_count int NOT NULL,
  -- How many orders it asked for, and a digest over all of them in their order.
  placed_count int NOT NULL,
  placed_digest text NOT NULL,
  -- Fills of the account up to here were looked through.
  fill_cursor text,
  line_count int NOT NULL,
  -- JSON: what it holds now, to be shown.
  positions text NOT NULL,
  PRIMARY KEY (bot_id, activation)
);

-- What happened to a run beside the minutes of its markets; never changed.
CREATE TABLE bot_events (
  bot_id text COLLATE "C" NOT NULL,
  activation int NOT NULL,
  sequence int NOT NULL,
  -- JSON: the event, and how many rows were run before it.
  event text NOT NULL,
  PRIMARY KEY (bot_id, activation, sequence),
  FOREIGN KEY (bot_id, activation) REFERENCES bot_runs ON DELETE CASCADE
);

CREATE TABLE bot_lines (
  bot_id text COLLATE "C" NOT NULL REFERENCES bots ON DELETE CASCADE,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  at_ms bigint NOT NULL,
  severity text NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (bot_id, sequence)
);

CREATE INDEX orders_of_bot ON orders (bot_id, sequence DESC) WHERE bot_id IS NOT NULL;
