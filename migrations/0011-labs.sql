-- Labs: what a user wants searched, and how far its execution is.

CREATE TABLE labs (
  lab_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  status text NOT NULL
    CHECK (status IN ('created', 'queued', 'running', 'completed', 'cancelled', 'failed')),
  name text NOT NULL,
  script_id text COLLATE "C" NOT NULL,
  algorithm text NOT NULL
    CHECK (algorithm IN ('brute_force', 'intelligent', 'random', 'cluster')),
  account_id text COLLATE "C",
  market_tag text COLLATE "C",
  interval_minutes integer,
  -- What was configured, in the service's own form.
  config text,
  parameters text NOT NULL,
  parameters_count integer NOT NULL,
  enabled_parameters_count integer NOT NULL,
  -- The execution: 0 before the first. What follows is of the current or last one.
  execution_number integer NOT NULL DEFAULT 0,
  start_ms bigint,
  end_ms bigint,
  started_at_ms bigint,
  scheduled_count integer NOT NULL DEFAULT 0,
  completed_count integer NOT NULL DEFAULT 0,
  cancel_reason text,
  plan text,
  summary text,
  -- Combinations that slices were made of, how many plan jobs there were, and the one that waits or
  -- runs now.
  planned_count integer NOT NULL DEFAULT 0,
  plans_count integer NOT NULL DEFAULT 0,
  plan_job_id text COLLATE "C",
  is_search_over boolean NOT NULL DEFAULT false,
  run_ms double precision,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL,
  CHECK ((execution_number = 0) = (plan IS NULL)),
  CHECK ((status = 'created') = (execution_number = 0)),
  CHECK (completed_count <= scheduled_count)
);

CREATE INDEX labs_of_user ON labs (user_id, lab_id);

CREATE UNIQUE INDEX labs_plan_job ON labs (plan_job_id) WHERE plan_job_id IS NOT NULL;

-- Combinations that wait to be run, or are being run; a slice is gone when its results are there.

CREATE TABLE lab_slices (
  job_id text COLLATE "C" PRIMARY KEY,
  lab_id text COLLATE "C" NOT NULL REFERENCES labs ON DELETE CASCADE,
  first_ordinal integer NOT NULL,
  generation integer NOT NULL,
  first_population integer NOT NULL,
  combinations double precision[] NOT NULL
);

CREATE INDEX lab_slices_of_lab ON lab_slices (lab_id);

-- Results of the current or last execution; one for each combination.

CREATE TABLE lab_results (
  lab_id text COLLATE "C" NOT NULL REFERENCES labs ON DELETE CASCADE,
  -- Place in the order of the search.
  ordinal integer NOT NULL,
  combination double precision NOT NULL,
  generation integer NOT NULL,
  population integer NOT NULL,
  backtest_id text COLLATE "C" NOT NULL,
  score double precision,
  positions_closed integer NOT NULL,
  roi double precision,
  profit double precision,
  drawdown double precision,
  sharpe double precision,
  stability double precision,
  -- In the service's own form.
  figures text NOT NULL,
  judgement text,
  PRIMARY KEY (lab_id, ordinal),
  UNIQUE (lab_id, combination),
  UNIQUE (lab_id, backtest_id)
);
