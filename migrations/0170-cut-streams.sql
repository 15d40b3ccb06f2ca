-- That a stream was cut off without its reader having heard why is an event: whoever resumes the
-- stream reads it at whatever process, and its owner in the log.
CREATE FUNCTION note_cut_stream(
  p_user_id text, p_key_id text, p_path text, p_reason text, p_at_ms bigint
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    p_user_id, 'stream.cut', p_key_id, p_at_ms,
    jsonb_build_object('path', p_path, 'reason', p_reason)
  )
$$;
