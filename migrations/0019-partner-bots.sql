-- Bots of end users, what their positions came to, signals, and backtests of strategies.

-- What a bot is to its partner. A deleted one stays, stopped: reports on the past count it.
CREATE TABLE partner_bots (
  bot_id text COLLATE "C" PRIMARY KEY REFERENCES bots ON DELETE CASCADE,
  partner_id text COLLATE "C" NOT NULL REFERENCES partners,
  user_id text COLLATE "C" NOT NULL REFERENCES end_users,
  exchange text NOT NULL,
  -- The bot whose edits it takes; null where it follows none.
  master_bot_id text COLLATE "C" REFERENCES partner_bots ON DELETE SET NULL,
  -- How often it was copied; its followers are counted by their own rows.
  cloned_count int NOT NULL DEFAULT 0,
  -- Grows with each change of the settings; a change that was made from older ones is refused.
  version int NOT NULL DEFAULT 0,
  -- The token of its settings, to be found by a signal.
  signal_token text COLLATE "C",
  deleted_at_ms bigint
);

CREATE INDEX partner_bots_of_partner ON partner_bots (partner_id, bot_id)
  WHERE deleted_at_ms IS NULL;
CREATE INDEX partner_bots_of_user ON partner_bots (user_id, bot_id) WHERE deleted_at_ms IS NULL;
CREATE INDEX partner_bots_of_master ON partner_bots (master_bot_id)
  WHERE master_bot_id IS NOT NULL;
CREATE INDEX partner_bots_listening ON partner_bots (partner_id, signal_token)
  WHERE signal_token IS NOT NULL AND deleted_at_ms IS NULL;

-- Positions of bots that were closed, and orders of bots that ended with a fill; never changed.
CREATE TABLE bot_closed_positions (
  bot_id text COLLATE "C" NOT NULL REFERENCES bots ON DELETE CASCADE,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  activation int NOT NULL,
  -- Unique in the run.
  position_id text COLLATE "C" NOT NULL,
  -- In the form of a report's row.
  position text NOT NULL,
  PRIMARY KEY (bot_id, sequence)
);

CREATE TABLE bot_filled_orders (
  bot_id text COLLATE "C" NOT NULL REFERENCES bots ON DELETE CASCADE,
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  activation int NOT NULL,
  position_id text COLLATE "C" NOT NULL,
  -- As in `orders`.
  order_id text COLLATE "C" NOT NULL,
  -- In the form of a report's row.
  filled text NOT NULL,
  PRIMARY KEY (bot_id, activation, position_id, sequence)
);

-- Signals of partners and whom they went to, kept for a while.
CREATE TABLE partner_signals (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id text COLLATE "C" NOT NULL,
  signal_token text COLLATE "C" NOT NULL,
  action text NOT NULL,
  -- The only end user whose bots were meant; null: all.
  user_id text COLLATE "C",
  received_at_ms bigint NOT NULL,
  -- Bots that got it, and the places in their inboxes, in the same order.
  bot_ids text[] NOT NULL,
  inbox_sequences bigint[] NOT NULL
);

CREATE INDEX partner_signals_of_token ON partner_signals (partner_id, signal_token, sequence DESC);
CREATE INDEX partner_signals_by_time ON partner_signals (received_at_ms);

-- What became of an input from the inbox: the orders of the step that took it in, and its lines.
CREATE TABLE bot_taken_inputs (
  inbox_sequence bigint PRIMARY KEY,
  bot_id text COLLATE "C" NOT NULL REFERENCES bots ON DELETE CASCADE,
  taken_at_ms bigint NOT NULL,
  order_ids text[] NOT NULL,
  messages text[] NOT NULL
);

CREATE INDEX bot_taken_inputs_by_time ON bot_taken_inputs (taken_at_ms);

-- A backtest is of a script or of a strategy.
ALTER TABLE backtests
  ALTER COLUMN script_id DROP NOT NULL,
  -- JSON: the type of the strategy, and its settings.
  ADD COLUMN strategy text,
  -- Where it stands while it is queued, for those who ask.
  ADD COLUMN phase text NOT NULL DEFAULT 'queued'
    CHECK (phase IN ('queued', 'loading_script', 'loading_data', 'executing')),
  ADD COLUMN done_share real NOT NULL DEFAULT 0,
  ADD COLUMN began_at_ms bigint,
  ADD CONSTRAINT backtests_have_one_brain CHECK ((script_id IS NULL) = (strategy IS NOT NULL));
