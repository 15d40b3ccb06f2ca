-- Whether a bot listens to a signal that it took in; null: not known yet, or not known any more.
ALTER TABLE bot_taken_inputs ADD COLUMN reception text CHECK (reception IN ('heard', 'unheard'));

-- What comes of a message at a hook is known once the bot has read it: `queued` until then, `taken`
-- by a bot that listens, `unheard` by one that does not.
ALTER TABLE hook_calls
  ADD COLUMN inbox_sequence bigint,
  DROP CONSTRAINT hook_calls_outcome_check,
  ADD CONSTRAINT hook_calls_outcome_check
    CHECK (outcome IN ('queued', 'taken', 'unheard', 'duplicate', 'refused'));

CREATE INDEX hook_calls_by_input ON hook_calls (inbox_sequence) WHERE inbox_sequence IS NOT NULL;

-- A signal that its bot does not listen to is an event.
CREATE FUNCTION note_unheard_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT user_id, 'signal.unheard', NEW.bot_id, NEW.taken_at_ms, jsonb_build_object(
    'signal_id', NEW.inbox_sequence::text, 'reason', left(NEW.messages[1], 1000)
  ) FROM bots WHERE bot_id = NEW.bot_id;
  RETURN NULL;
END $$;

CREATE TRIGGER unheard_signal_added AFTER INSERT ON bot_taken_inputs FOR EACH ROW
WHEN (NEW.reception = 'unheard') EXECUTE FUNCTION note_unheard_signal();
CREATE TRIGGER unheard_signal_noted AFTER UPDATE ON bot_taken_inputs FOR EACH ROW
WHEN (NEW.reception = 'unheard' AND OLD.reception IS NULL) EXECUTE FUNCTION note_unheard_signal();
