-- `bot.started` and `bot.stopped`, with the reason of a stop and its author.
CREATE OR REPLACE FUNCTION note_bot_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id,
    CASE WHEN NEW.is_activated THEN 'bot.started' ELSE 'bot.stopped' END,
    NEW.bot_id,
    CASE WHEN NEW.is_activated THEN coalesce(NEW.activated_at_ms, 0)
      ELSE greatest(NEW.activated_at_ms, NEW.stopped_at_ms, 0) END,
    jsonb_build_object(
      'name', NEW.name, 'account_id', NEW.account_id, 'market_tag', NEW.market_tag,
      'reason', CASE WHEN NOT NEW.is_activated THEN NEW.stop_reason END,
      'stopped_by', CASE WHEN NOT NEW.is_activated THEN NEW.stopped_by END
    )
  );
  RETURN NULL;
END $$;

-- The condition is all that an update of a running bot pays.
CREATE OR REPLACE TRIGGER bot_changed_event AFTER UPDATE ON bots
FOR EACH ROW WHEN (OLD.is_activated <> NEW.is_activated)
EXECUTE FUNCTION note_bot_event();

-- A bracket begins with its insertion.
CREATE OR REPLACE TRIGGER bracket_placed_event AFTER INSERT ON bots
FOR EACH ROW WHEN (NEW.is_activated)
EXECUTE FUNCTION note_bot_event();
