-- Events of a lab: each whole percent of its progress, and its end.
CREATE OR REPLACE FUNCTION note_lab_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id,
    CASE WHEN NEW.status IN ('completed', 'cancelled', 'failed') THEN 'lab.' || NEW.status
      ELSE 'lab.progressed' END,
    NEW.lab_id, NEW.updated_at_ms,
    jsonb_build_object(
      'name', NEW.name, 'status', NEW.status, 'completed_count', NEW.completed_count,
      'scheduled_count', NEW.scheduled_count, 'reason', left(NEW.cancel_reason, 1000)
    )
  );
  RETURN NULL;
END $$;

-- Progress counts by whole percent.
CREATE OR REPLACE TRIGGER lab_changed_event AFTER UPDATE OF status, completed_count ON labs
FOR EACH ROW WHEN (
  OLD.status <> NEW.status
  OR NEW.completed_count * 100::bigint / greatest(NEW.scheduled_count, 1)
    > OLD.completed_count * 100::bigint / greatest(OLD.scheduled_count, 1)
) EXECUTE FUNCTION note_lab_event();
