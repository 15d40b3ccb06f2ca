-- `signal.unheard` for a signal that no script took, counted so that a flood is one event a minute.
CREATE OR REPLACE FUNCTION note_unheard_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT user_id, 'signal.unheard', NEW.bot_id, NEW.taken_at_ms, jsonb_build_object(
    'signal_id', NEW.inbox_sequence::text, 'signals_count', count,
    'reason', left(NEW.messages[1], 1000)
  ) FROM (
    SELECT user_id, count_unheard_signals(user_id, NEW.bot_id, NEW.taken_at_ms, 1) AS count
    FROM bots WHERE bot_id = NEW.bot_id OFFSET 0
  ) reported WHERE count IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER unheard_signal_added AFTER INSERT ON bot_taken_inputs FOR EACH ROW
WHEN (NEW.reception = 'unheard') EXECUTE FUNCTION note_unheard_signal();

CREATE OR REPLACE TRIGGER unheard_signal_noted AFTER UPDATE ON bot_taken_inputs FOR EACH ROW
WHEN (NEW.reception = 'unheard' AND OLD.reception IS NULL) EXECUTE FUNCTION note_unheard_signal();
