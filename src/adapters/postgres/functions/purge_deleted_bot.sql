-- Deletes at most so many rows that one deleted bot wrote; answers how many, its note counted, and 0
-- when no bot has any left or another process is at it.
CREATE OR REPLACE FUNCTION purge_deleted_bot(p_rows_max int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_bot_id text COLLATE "C";
  v_table text;
  v_left int := p_rows_max;
  v_deleted int;
BEGIN
  SELECT bot_id INTO v_bot_id FROM deleted_bots
    ORDER BY deleted_at, bot_id LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  FOREACH v_table IN ARRAY
    ARRAY['bot_events', 'bot_closed_positions', 'bot_filled_orders']
  LOOP
    EXECUTE format(
      'DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE bot_id = $1 LIMIT $2))',
      v_table
    ) USING v_bot_id, v_left;
    GET DIAGNOSTICS v_deleted = ROW_COUNT;
    v_left := v_left - v_deleted;
  END LOOP;
  DELETE FROM bot_log_lines WHERE bot_id = v_bot_id AND sequence = ANY (
    ARRAY(SELECT sequence FROM bot_log_lines WHERE bot_id = v_bot_id LIMIT v_left)
  );
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  v_left := v_left - v_deleted;
  IF v_left > 0 THEN
    DELETE FROM deleted_bots WHERE bot_id = v_bot_id;
    v_left := v_left - 1;
  END IF;
  RETURN p_rows_max - v_left;
END $$;
