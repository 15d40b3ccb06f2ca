-- How the messages of a hook are read, which of them count as repetitions, and that they are signed.

ALTER TABLE hooks
  -- A text that says "sell" and nothing of the position may open a short.
  ADD COLUMN sells_enter_short boolean NOT NULL DEFAULT false,
  -- So long an equal message without an id is a repetition; 0: none is.
  ADD COLUMN repeat_window_ms bigint NOT NULL DEFAULT 0,
  ADD COLUMN is_signed boolean NOT NULL DEFAULT false;

-- Of a message without an id that was taken: SHA-256 of its bytes.
ALTER TABLE hook_calls ADD COLUMN message_hash bytea;

CREATE INDEX hook_calls_by_message ON hook_calls (hook_id, message_hash, at_ms)
  WHERE message_hash IS NOT NULL;
