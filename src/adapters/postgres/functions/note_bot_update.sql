-- `bot.updated` for a change by its owner. An update that sets none of these columns pays nothing: steps
-- of running bots set none.
CREATE OR REPLACE FUNCTION note_bot_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id, 'bot.updated', NEW.bot_id,
    floor(extract(epoch FROM clock_timestamp()) * 1000),
    jsonb_build_object(
      'name', NEW.name, 'account_id', NEW.account_id, 'market_tag', NEW.market_tag,
      'reason', NULL
    )
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bot_updated_event
AFTER UPDATE OF name, settings, strategy_config, market_tag, account_id, script_id ON bots
FOR EACH ROW WHEN (
  (OLD.name, OLD.settings::text, OLD.strategy_config::text, OLD.market_tag, OLD.account_id,
    OLD.script_id)
  IS DISTINCT FROM
  (NEW.name, NEW.settings::text, NEW.strategy_config::text, NEW.market_tag, NEW.account_id,
    NEW.script_id)
) EXECUTE FUNCTION note_bot_update();

CREATE OR REPLACE TRIGGER bot_paused_event AFTER UPDATE OF is_paused ON bots
FOR EACH ROW WHEN (OLD.is_paused <> NEW.is_paused AND OLD.is_activated AND NEW.is_activated)
EXECUTE FUNCTION note_bot_update();
