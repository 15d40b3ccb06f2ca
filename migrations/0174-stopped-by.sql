-- Who stopped a bot: what a person or the risk switch stopped needs nobody's attention.
ALTER TABLE bots ADD COLUMN stopped_by text CHECK (
  stopped_by IN ('user', 'risk', 'script', 'exchange', 'service')
);

-- Of bots that stand stopped it follows from the reason, which the service wrote in these words. All
-- others are errors of scripts, in the words of Lua.
UPDATE bots SET stopped_by = CASE
  WHEN stop_reason IS NULL OR stop_reason = 'The credentials of its account were removed.' THEN 'user'
  WHEN stop_reason LIKE 'Stopped by %' OR stop_reason LIKE 'An order was not placed: %' THEN 'risk'
  WHEN stop_reason LIKE 'Its script %' OR stop_reason LIKE 'Its settings %' THEN 'script'
  WHEN stop_reason LIKE 'Its market %' OR stop_reason LIKE 'The steps of its market %'
    OR stop_reason LIKE 'Its exchange does not accept its account: %'
    OR stop_reason LIKE 'Somebody else closed what it held: %'
    OR stop_reason LIKE 'its account holds %' THEN 'exchange'
  WHEN stop_reason LIKE 'An internal error stopped it; %' OR stop_reason LIKE 'The plan %'
    OR stop_reason LIKE 'What is stored of it cannot be read; %'
    OR stop_reason LIKE 'Its run cannot be %' OR stop_reason LIKE 'Its account %'
    OR stop_reason LIKE 'Its markets %' OR stop_reason LIKE 'Market %'
    OR stop_reason LIKE 'It has loaded neither %' THEN 'service'
  ELSE 'script'
END WHERE NOT is_activated AND activation > 0;

-- As in 0144-bot-events.sql, with who stopped it.
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
