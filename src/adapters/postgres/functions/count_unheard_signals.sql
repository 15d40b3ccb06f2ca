-- Number of signals that an event of `signal.unheard` now stands for; null: the next one tells of these
-- too. At most one event a minute for each object.
CREATE OR REPLACE FUNCTION count_unheard_signals(
  p_user_id text, p_object_id text, p_at_ms bigint, p_count integer
) RETURNS integer LANGUAGE sql AS $$
  INSERT INTO unheard_signals AS u (user_id, object_id, event_at_ms, reported_count, unreported_count)
  VALUES (p_user_id, p_object_id, p_at_ms, p_count, 0)
  ON CONFLICT (user_id, object_id) DO UPDATE SET
    event_at_ms = CASE WHEN p_at_ms >= u.event_at_ms + 60000 THEN p_at_ms ELSE u.event_at_ms END,
    reported_count = CASE WHEN p_at_ms >= u.event_at_ms + 60000 THEN u.unreported_count + p_count
      ELSE u.reported_count END,
    unreported_count = CASE WHEN p_at_ms >= u.event_at_ms + 60000 THEN 0
      ELSE u.unreported_count + p_count END
  RETURNING CASE WHEN unreported_count = 0 THEN reported_count END
$$;
