-- Requests that may be repeated without repeating their effect. `record_id` outlives failed
-- attempts: what a request makes is named after it, so a second attempt finds what the first made.

CREATE TABLE idempotency (
  record_id text COLLATE "C" PRIMARY KEY,
  key_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  fingerprint bytea NOT NULL,
  -- Whoever works on the request now, or did when it ended.
  owner_id text COLLATE "C" NOT NULL,
  locked_until_ms bigint NOT NULL,
  began_at_ms bigint NOT NULL,
  -- What is replayed; null until the request is answered.
  outcome bytea,
  UNIQUE (key_id, idempotency_key)
)
-- Room for the outcome on the page of its record: no index has to learn that the row has moved.
WITH (fillfactor = 40);

CREATE INDEX idempotency_by_age ON idempotency (began_at_ms);

-- One round trip that decides between: new, already answered, in progress, used for another
-- request, and abandoned (lock ran out: taken over, keeping its record id).
CREATE FUNCTION claim_idempotency(
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
