-- Signals that nobody heard, of a bot or of a partner's token: one event a minute counts them.
CREATE TABLE unheard_signals (
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  object_id text COLLATE "C" NOT NULL,
  -- Of its newest event.
  event_at_ms bigint NOT NULL,
  reported_count integer NOT NULL,
  -- Since that event.
  unreported_count integer NOT NULL,
  PRIMARY KEY (user_id, object_id)
);

CREATE INDEX unheard_signals_by_time ON unheard_signals (event_at_ms);

-- Returns how many an event now stands for; null: the next one will tell of these too.
CREATE FUNCTION count_unheard_signals(
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

CREATE OR REPLACE FUNCTION note_unheard_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT user_id, 'signal.unheard', NEW.bot_id, NEW.taken_at_ms, jsonb_build_object(
    'signal_id', NEW.inbox_sequence::text, 'signals_count', count,
    'reason', left(NEW.messages[1], 1000)
  ) FROM (
    SELECT user_id, count_unheard_signals(user_id, NEW.bot_id, NEW.taken_at_ms, 1) AS count
    FROM bots WHERE bot_id = NEW.bot_id OFFSET 0
  ) reported WHERE count IS NOT NULL;
  RETURN NULL;
END $$;
