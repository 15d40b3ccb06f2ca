-- `stream.cut`, for a stream that ended before its reader was told why: whoever resumes it reads the
-- event at any process, and its owner reads it in the log.
CREATE OR REPLACE FUNCTION note_cut_stream(
  p_user_id text, p_key_id text, p_path text, p_reason text, p_at_ms bigint
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    p_user_id, 'stream.cut', p_key_id, p_at_ms,
    jsonb_build_object('path', p_path, 'reason', p_reason)
  )
$$;
