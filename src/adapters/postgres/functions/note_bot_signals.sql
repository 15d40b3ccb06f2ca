-- `signal.received` for each signal in the inbox, with the number by which it is found again.
CREATE OR REPLACE FUNCTION note_bot_signals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT b.user_id, 'signal.received', i.bot_id, i.received_at_ms,
    jsonb_build_object('action', left(i.input ->> 'action', 200), 'signal_id', i.sequence::text)
  FROM (
    SELECT sequence, bot_id, received_at_ms, input::jsonb AS input FROM added_inputs
  ) AS i JOIN bots b USING (bot_id)
  WHERE i.input ->> 'kind' = 'signal'
  ORDER BY i.sequence;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bot_inbox_event AFTER INSERT ON bot_inbox
REFERENCING NEW TABLE AS added_inputs
FOR EACH STATEMENT EXECUTE FUNCTION note_bot_signals();
