-- Bots: what they are, whether they run, and the script that they loaded when they were started.

CREATE TABLE bots (
  bot_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  name text NOT NULL,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  market_tag text,
  -- Not a reference: a script may be deleted while a bot that does not run names it.
  script_id text COLLATE "C" NOT NULL,
  settings json NOT NULL,
  is_activated boolean NOT NULL,
  is_paused boolean NOT NULL,
  realized_profit numeric(36, 18) NOT NULL,
  unrealized_profit numeric(36, 18) NOT NULL,
  roi_percent numeric(36, 18) NOT NULL,
  activation int NOT NULL,
  activated_at_ms bigint,
  stop_reason text,
  created_at_ms bigint NOT NULL,
  -- UTF-8 JSON of the loaded source and libraries; null before the first activation.
  loaded bytea
);

CREATE INDEX bots_of_user ON bots (user_id, bot_id);
CREATE INDEX bots_running ON bots (user_id, script_id) WHERE is_activated;
