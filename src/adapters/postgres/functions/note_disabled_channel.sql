-- `channel.disabled`, for those who are notified in another way.
CREATE OR REPLACE FUNCTION note_disabled_channel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id, 'channel.disabled', NEW.channel_id, NEW.disabled_at_ms,
    jsonb_build_object('kind', NEW.kind, 'name', NEW.name, 'reason', NEW.disabled_reason)
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER channel_disabled_event AFTER UPDATE OF disabled_at_ms ON notification_channels
FOR EACH ROW WHEN (OLD.disabled_at_ms IS NULL AND NEW.disabled_at_ms IS NOT NULL)
EXECUTE FUNCTION note_disabled_channel();
