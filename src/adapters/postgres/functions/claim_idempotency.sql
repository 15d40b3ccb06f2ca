-- Decision on a request's key in one round trip: new, already answered, in progress, used for another
-- request, or abandoned (its lock ran out: taken over, with its record id retained).
CREATE OR REPLACE FUNCTION claim_idempotency(
  p_claimant_id text,
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
  found_record record;
BEGIN
  LOOP
    INSERT INTO idempotency (
      record_id, claimant_id, idempotency_key, fingerprint, owner_id, locked_until_ms, began_at_ms
    ) VALUES (
      p_record_id, p_claimant_id, p_idempotency_key, p_fingerprint, p_owner_id,
      p_now_ms + p_lock_ms, p_now_ms
    ) ON CONFLICT (claimant_id, idempotency_key) DO NOTHING;
    IF FOUND THEN
      kind := 'claimed';
      record_id := p_record_id;
      is_takeover := false;
      RETURN;
    END IF;

    SELECT record_id, fingerprint, locked_until_ms, began_at_ms, outcome
      INTO found_record FROM idempotency
      WHERE claimant_id = p_claimant_id AND idempotency_key = p_idempotency_key FOR UPDATE;
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
      -- A sealed outcome is bound to its record.
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
