-- Reads JSON that is stored as text, which one damaged row must not make a failure of the whole
-- statement: NULL where it is none. What jsonb cannot hold, a NUL or half of a surrogate pair, is
-- read as a question mark.
CREATE OR REPLACE FUNCTION read_stored_json(stored text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
  RETURN stored::jsonb;
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  BEGIN
    RETURN regexp_replace(
      stored, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1?', 'g'
    )::jsonb;
  EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
    RETURN NULL;
  END;
END $$;
