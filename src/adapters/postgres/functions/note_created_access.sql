-- Creation of a hook, a webhook or a channel as an event: its owner may not be the one who created it.
-- Arguments of the trigger: the type, and the columns of the id and of the name.
CREATE OR REPLACE FUNCTION note_created_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made jsonb := to_jsonb(NEW);
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id, TG_ARGV[0], made ->> TG_ARGV[1], NEW.created_at_ms,
    jsonb_build_object(
      'kind', coalesce(made ->> 'kind', split_part(TG_ARGV[0], '.', 1)), 'name', made ->> TG_ARGV[2]
    )
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER hook_created_event AFTER INSERT ON hooks
FOR EACH ROW EXECUTE FUNCTION note_created_access('hook.created', 'hook_id', 'signal');

CREATE OR REPLACE TRIGGER webhook_created_event AFTER INSERT ON webhooks
FOR EACH ROW EXECUTE FUNCTION note_created_access('webhook.created', 'webhook_id', 'url');

CREATE OR REPLACE TRIGGER channel_created_event AFTER INSERT ON notification_channels
FOR EACH ROW EXECUTE FUNCTION note_created_access('channel.created', 'channel_id', 'name');
