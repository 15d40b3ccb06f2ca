-- A completed request is answered with its record's id too: a sealed outcome is bound to it.

CREATE OR REPLACE FUNCTION claim_idempotency(
  p_key_id text,
  p_idempotency_key text,
  p_fingerprint bytea,
  p_record_id text,
  p_owner_id text,
  p_now_ms bigint,
  p_lock_ms bigint,
  p_keep_ms bigint,
  OUT kind text,
  OUT record_id text,
  OUT is_takeover boolean,
  OUT outcome bytea
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  found_record idempotency%ROWTYPE;
BEGIN
  LOOP
    INSERT INTO idempotency (
      record_id, key_id, idempotency_key, fingerprint, owner_id, locked_until_ms, began_at_ms
    ) VALUES (
      p_record_id, p_key_id, p_idempotency_key, p_fingerprint, p_owner_id,
      p_now_ms + p_lock_ms, p_now_ms
    ) ON CONFLICT (key_id, idempotency_key) DO NOTHING;
    IF FOUND THEN
      kind := 'claimed';
      record_id := p_record_id;
      is_takeover := false;
      RETURN;
    END IF;

    SELECT * INTO found_record FROM idempotency
      WHERE key_id = p_key_id AND idempotency_key = p_idempotency_key FOR UPDATE;
    -- Deleted between the two statements: it is new after all.
    CONTINUE WHEN NOT FOUND;

    IF found_record.began_at_ms + p_keep_ms <= p_now_ms THEN
      DELETE FROM idempotency WHERE record_id = found_record.record_id;
      CONTINUE;
    END IF;
    IF found_record.fingerprint <> p_fingerprint THEN
      kind := 'reused';
    ELSIF found_record.outcome IS NOT NULL THEN
      kind := 'completed';
      record_id := found_record.record_id;
      outcome := found_record.outcome;
    ELSIF found_record.locked_until_ms > p_now_ms THEN
      kind := 'in_progress';
    ELSE
      UPDATE idempotency
        SET owner_id = p_owner_id, locked_until_ms = p_now_ms + p_lock_ms
        WHERE record_id = found_record.record_id;
      kind := 'claimed';
      record_id := found_record.record_id;
      is_takeover := true;
    END IF;
    RETURN;
  END LOOP;
END
$$;
