-- An Idempotency-Key belongs to the user, not to the API key: a client that changes its API key in the
-- middle of a retry asks for the same thing. What was asked through two keys of one user under one
-- name before keeps the outcome, or the older record.

ALTER TABLE idempotency ADD COLUMN claimant_id text COLLATE "C";
UPDATE idempotency SET claimant_id = user_id FROM api_keys WHERE api_keys.key_id = idempotency.key_id;
DELETE FROM idempotency WHERE claimant_id IS NULL OR record_id IN (
  SELECT record_id FROM (
    SELECT record_id, row_number() OVER (
      PARTITION BY claimant_id, idempotency_key
      ORDER BY outcome IS NULL, began_at_ms, record_id
    ) AS place FROM idempotency
  ) AS ranked WHERE place > 1
);
ALTER TABLE idempotency ALTER COLUMN claimant_id SET NOT NULL;
-- Its unique constraint goes with it.
ALTER TABLE idempotency DROP COLUMN key_id;
ALTER TABLE idempotency ADD UNIQUE (claimant_id, idempotency_key);

DROP FUNCTION claim_idempotency(text, text, bytea, text, text, bigint, bigint, bigint);

-- One round trip that decides between: new, already answered, in progress, used for another
-- request, and abandoned (lock ran out: taken over, keeping its record id).
CREATE FUNCTION claim_idempotency(
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
  found_record idempotency%ROWTYPE;
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

    SELECT * INTO found_record FROM idempotency
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
