-- What reports count, kept for as long as reports on the past are asked for: when bots of end users
-- ran, what their orders turned over, and the backtests and signals that are forgotten themselves.

ALTER TABLE bots
  -- When it was stopped last; written with `is_activated`, and carried over by the trigger below.
  ADD COLUMN stopped_at_ms bigint;

CREATE TABLE partner_bot_activations (
  bot_id text COLLATE "C" NOT NULL REFERENCES partner_bots ON DELETE CASCADE,
  activation int NOT NULL,
  began_at_ms bigint NOT NULL,
  -- Null: it runs.
  ended_at_ms bigint,
  PRIMARY KEY (bot_id, activation)
);

INSERT INTO partner_bot_activations (bot_id, activation, began_at_ms)
SELECT b.bot_id, b.activation, b.activated_at_ms FROM bots b JOIN partner_bots p USING (bot_id)
WHERE b.is_activated AND b.activated_at_ms IS NOT NULL;

-- A trigger, because a bot is stopped in many ways, and none may pass by the books.
CREATE FUNCTION note_partner_bot_activation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_activated THEN
    INSERT INTO partner_bot_activations (bot_id, activation, began_at_ms)
    SELECT bot_id, NEW.activation, NEW.activated_at_ms FROM partner_bots WHERE bot_id = NEW.bot_id;
  ELSE
    UPDATE partner_bot_activations SET ended_at_ms = greatest(began_at_ms, NEW.stopped_at_ms)
    WHERE bot_id = NEW.bot_id AND activation = NEW.activation;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER bots_note_activation AFTER UPDATE OF is_activated ON bots FOR EACH ROW
  WHEN (OLD.is_activated <> NEW.is_activated) EXECUTE FUNCTION note_partner_bot_activation();

-- Also of deleted bots and of deleted end users.
CREATE INDEX partner_bots_ever_of_user ON partner_bots (user_id, bot_id);

ALTER TABLE bot_filled_orders
  -- When it was written down; a fill that is learned of late counts then.
  ADD COLUMN noted_at_ms bigint NOT NULL DEFAULT 0,
  ADD COLUMN market_type text NOT NULL DEFAULT 'spot',
  -- What its volume is in.
  ADD COLUMN currency text NOT NULL DEFAULT '',
  ADD COLUMN volume numeric(36, 18) NOT NULL DEFAULT 0;

CREATE INDEX bot_filled_orders_by_time ON bot_filled_orders (bot_id, noted_at_ms)
  INCLUDE (market_type, currency, volume);

-- Backtests of strategies as they were asked for; those themselves may be discarded.
CREATE TABLE requested_strategy_backtests (
  user_id text COLLATE "C" NOT NULL,
  requested_at_ms bigint NOT NULL,
  backtest_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (user_id, requested_at_ms, backtest_id)
);

INSERT INTO requested_strategy_backtests (user_id, requested_at_ms, backtest_id)
SELECT user_id, queued_at_ms, backtest_id FROM backtests WHERE strategy IS NOT NULL;

-- How many signals of a minute were forgotten.
CREATE TABLE partner_signal_counts (
  partner_id text COLLATE "C" NOT NULL,
  -- The only end user that was meant; empty: all.
  user_id text COLLATE "C" NOT NULL,
  minute_ms bigint NOT NULL,
  signals_count bigint NOT NULL,
  PRIMARY KEY (partner_id, minute_ms, user_id)
);

CREATE INDEX partner_signals_of_partner ON partner_signals (partner_id, received_at_ms)
  INCLUDE (user_id);
