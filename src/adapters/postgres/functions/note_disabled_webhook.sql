-- `webhook.disabled`, for those who follow the log in another way.
CREATE OR REPLACE FUNCTION note_disabled_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id, 'webhook.disabled', NEW.webhook_id, NEW.disabled_at_ms,
    jsonb_build_object('url', NEW.url, 'reason', NEW.disabled_reason)
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_disabled_event AFTER UPDATE OF disabled_at_ms ON webhooks
FOR EACH ROW WHEN (OLD.disabled_at_ms IS NULL AND NEW.disabled_at_ms IS NOT NULL)
EXECUTE FUNCTION note_disabled_webhook();
