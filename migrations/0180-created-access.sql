-- That a way in or out was made is an event: who hears of it may not have made it.
CREATE FUNCTION note_created_access() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER hook_created_event AFTER INSERT ON hooks
FOR EACH ROW EXECUTE FUNCTION note_created_access('hook.created', 'hook_id', 'signal');
CREATE TRIGGER webhook_created_event AFTER INSERT ON webhooks
FOR EACH ROW EXECUTE FUNCTION note_created_access('webhook.created', 'webhook_id', 'url');
CREATE TRIGGER channel_created_event AFTER INSERT ON notification_channels
FOR EACH ROW EXECUTE FUNCTION note_created_access('channel.created', 'channel_id', 'name');

-- Who hears of webhooks and channels that were disabled hears of new ones.
UPDATE notification_rules SET types = types || ARRAY['hook.created', 'webhook.created', 'channel.created']
WHERE types @> ARRAY['webhook.disabled', 'channel.disabled'];
