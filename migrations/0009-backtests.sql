-- Jobs, as far as they matter to what they are about: which attempt may write its result. The queue
-- itself (who is next, who holds what, whose heart has stopped) is pg-boss's, in its own schema.

CREATE TABLE jobs (
  -- Of what the job is about.
  job_id text COLLATE "C" PRIMARY KEY,
  queue text NOT NULL,
  -- Grows with each attempt; an older attempt's result is refused.
  fence integer NOT NULL DEFAULT 0,
  -- Attempts that began and have not ended; when another begins, they ended with their process.
  lost_count integer NOT NULL DEFAULT 0
);

-- Backtests of users. One that failed keeps its row for a day, to say why; its owner sees it as not
-- found.

CREATE TABLE backtests (
  backtest_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  -- The order in which they were asked for; instants may be equal.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL CHECK (state IN ('queued', 'finished', 'failed')),
  script_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  market_tag text COLLATE "C" NOT NULL,
  interval_minutes integer NOT NULL,
  start_ms bigint NOT NULL,
  end_ms bigint NOT NULL,
  -- What was chosen besides, and what came out, in the service's own form.
  choices text NOT NULL,
  figures text,
  failure_message text,
  failure_line integer,
  queued_at_ms bigint NOT NULL,
  ended_at_ms bigint,
  CHECK ((state = 'finished') = (figures IS NOT NULL)),
  CHECK ((state = 'failed') = (failure_message IS NOT NULL)),
  CHECK ((state = 'queued') = (ended_at_ms IS NULL))
);

CREATE INDEX backtests_of_user ON backtests (user_id, sequence DESC) WHERE state <> 'failed';

CREATE INDEX backtests_queued ON backtests (user_id) WHERE state = 'queued';

CREATE INDEX backtests_failed ON backtests (ended_at_ms) WHERE state = 'failed';

-- The lists of a result in packs of some hundred items each, so that a page is a row or two.

CREATE TABLE backtest_items (
  backtest_id text COLLATE "C" NOT NULL REFERENCES backtests ON DELETE CASCADE,
  list text NOT NULL CHECK (
    list IN ('positions', 'orders', 'logs', 'equity', 'plots', 'exports')
  ),
  -- Of the first item in the pack.
  first_index integer NOT NULL,
  packed bytea NOT NULL,
  PRIMARY KEY (backtest_id, list, first_index)
);

-- It is compressed already.
ALTER TABLE backtest_items ALTER COLUMN packed SET STORAGE EXTERNAL;
