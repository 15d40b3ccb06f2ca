-- Updates of bots that cost the thread they ran on. By owner, whose other bots are run apart from
-- everybody else's for a day; what is older is deleted with the next one. A deleted bot's stay.
CREATE TABLE bot_strikes (
  bot_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  struck_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reason text NOT NULL
);
CREATE INDEX bot_strikes_by_owner ON bot_strikes (user_id, struck_at);
