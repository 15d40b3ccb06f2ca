-- Periods in which the bots of partners ran, which are billed. A stop and a start at one instant are one
-- period, and no entry that is found here refuses a start or a stop.
CREATE OR REPLACE FUNCTION note_partner_bot_activation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_activated THEN
    INSERT INTO partner_bot_activations (bot_id, activation, began_at_ms)
    SELECT bot_id, NEW.activation, NEW.activated_at_ms FROM partner_bots WHERE bot_id = NEW.bot_id
    ON CONFLICT (bot_id, activation, began_at_ms) DO UPDATE SET ended_at_ms = NULL;
  ELSE
    UPDATE partner_bot_activations SET ended_at_ms = greatest(began_at_ms, NEW.stopped_at_ms)
    WHERE bot_id = NEW.bot_id AND ended_at_ms IS NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bots_note_activation AFTER UPDATE OF is_activated ON bots FOR EACH ROW
  WHEN (OLD.is_activated <> NEW.is_activated) EXECUTE FUNCTION note_partner_bot_activation();
