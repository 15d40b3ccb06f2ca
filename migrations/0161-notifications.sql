-- Notifications: users hear of events on channels of theirs. Rules say of which; what they are about
-- is read from the log of events, so nothing else has to say that something happened.

-- Who has been asked for channels or rules: the rules to begin with are made once.
CREATE TABLE notification_users (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users,
  -- Whether a channel is proven; nothing is read otherwise.
  is_reading boolean NOT NULL DEFAULT false,
  -- Events up to this one were looked at.
  read_sequence bigint NOT NULL DEFAULT 0,
  -- A process reads until then; the number is also what its result is accepted by.
  claimed_until_ms bigint NOT NULL DEFAULT 0,
  -- Codes that were sent since.
  codes_since_ms bigint NOT NULL DEFAULT 0,
  codes_count int NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX notification_users_reading ON notification_users (user_id) WHERE is_reading;

CREATE TABLE notification_channels (
  channel_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('telegram', 'discord', 'slack', 'email')),
  name text NOT NULL,
  -- Without secrets, for people.
  destination text NOT NULL,
  -- With them, under the master key.
  sealed bytea NOT NULL,
  has_own_server boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  proven_at_ms bigint,
  -- The code that proves it, under the master key; null: none is valid.
  code_sealed bytea,
  code_expires_ms bigint,
  code_tries int NOT NULL DEFAULT 0,
  muted_at_ms bigint,
  -- Null: until it is unmuted.
  muted_until_ms bigint,
  -- Null: nothing failed since the last delivery.
  failing_since_ms bigint,
  failures_count int NOT NULL DEFAULT 0,
  last_problem text,
  last_delivered_at_ms bigint,
  disabled_at_ms bigint,
  disabled_reason text,
  -- No message of events is made before.
  retry_at_ms bigint NOT NULL DEFAULT 0,
  -- Events that were not queued since the last message, because too many were.
  skipped_count int NOT NULL DEFAULT 0,
  -- When there is something to send; null: nothing is. Kept by `plan_notification_work`.
  work_at_ms bigint,
  claimed_until_ms bigint NOT NULL DEFAULT 0,
  CHECK (num_nonnulls(code_sealed, code_expires_ms) IN (0, 2)),
  CHECK (num_nonnulls(disabled_at_ms, disabled_reason) IN (0, 2))
) WITH (fillfactor = 70);
CREATE INDEX notification_channels_of_user ON notification_channels (user_id, channel_id);
CREATE INDEX notification_channels_by_work ON notification_channels (work_at_ms)
  WHERE work_at_ms IS NOT NULL;

CREATE TABLE notification_rules (
  rule_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  name text NOT NULL,
  -- Of events; at least one.
  types text[] NOT NULL,
  is_problems_only boolean NOT NULL,
  -- Empty: all.
  bot_ids text[] NOT NULL,
  account_ids text[] NOT NULL,
  channel_ids text[] NOT NULL,
  every_ms bigint NOT NULL,
  -- Minutes of the day; null: no hours are quiet.
  quiet_from int,
  quiet_to int,
  quiet_zone text,
  is_enabled boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  CHECK (num_nonnulls(quiet_from, quiet_to, quiet_zone) IN (0, 3))
);
CREATE INDEX notification_rules_of_user ON notification_rules (user_id, rule_id);

-- When a message of a rule was made last for a channel.
CREATE TABLE notification_paces (
  channel_id text COLLATE "C" NOT NULL REFERENCES notification_channels ON DELETE CASCADE,
  rule_id text COLLATE "C" NOT NULL REFERENCES notification_rules ON DELETE CASCADE,
  last_ms bigint NOT NULL,
  PRIMARY KEY (channel_id, rule_id)
);
CREATE INDEX notification_paces_of_rule ON notification_paces (rule_id);

-- Events that wait to become a message.
CREATE TABLE notification_items (
  item_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id text COLLATE "C" NOT NULL REFERENCES notification_channels ON DELETE CASCADE,
  rule_id text COLLATE "C" NOT NULL REFERENCES notification_rules ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  queued_at_ms bigint NOT NULL,
  due_at_ms bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX notification_items_of_channel ON notification_items (channel_id, due_at_ms);
CREATE INDEX notification_items_of_rule ON notification_items (rule_id);
CREATE INDEX notification_items_by_time ON notification_items (queued_at_ms);

CREATE TABLE notification_deliveries (
  delivery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id text COLLATE "C" NOT NULL REFERENCES notification_channels ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('events', 'test', 'code')),
  message jsonb NOT NULL,
  events_count int NOT NULL,
  queued_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'given_up')),
  attempts_count int NOT NULL DEFAULT 0,
  -- When it was tried first since it was made or sent again.
  tried_since_ms bigint,
  next_at_ms bigint NOT NULL,
  ended_at_ms bigint,
  response text,
  problem text
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX notification_deliveries_waiting ON notification_deliveries (channel_id, next_at_ms)
  WHERE state = 'waiting';
CREATE INDEX notification_deliveries_of_user ON notification_deliveries (user_id, delivery_id DESC);
CREATE INDEX notification_deliveries_of_channel
  ON notification_deliveries (channel_id, delivery_id DESC);
CREATE INDEX notification_deliveries_by_time ON notification_deliveries (queued_at_ms);

-- Notes when a channel has something to send next. Messages of events wait for one another, and for
-- the channel to be proven and enabled; codes and tests wait for nothing.
CREATE FUNCTION plan_notification_work(p_channel_ids text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE notification_channels c SET work_at_ms = least(
    (
      SELECT min(next_at_ms) FROM notification_deliveries d
      WHERE d.channel_id = c.channel_id AND d.state = 'waiting'
        AND (d.kind <> 'events' OR c.disabled_at_ms IS NULL)
    ),
    CASE WHEN c.proven_at_ms IS NOT NULL AND c.disabled_at_ms IS NULL AND NOT EXISTS (
      SELECT FROM notification_deliveries d
      WHERE d.channel_id = c.channel_id AND d.state = 'waiting' AND d.kind = 'events'
    ) THEN (
      SELECT greatest(min(due_at_ms), CASE WHEN count(*) > 0 THEN c.retry_at_ms END)
      FROM notification_items i WHERE i.channel_id = c.channel_id
    ) END
  )
  WHERE c.channel_id = ANY (p_channel_ids);
$$;

-- That a channel was disabled is an event itself, for those who are told in another way.
CREATE FUNCTION note_disabled_channel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id, 'channel.disabled', NEW.channel_id, NEW.disabled_at_ms,
    jsonb_build_object('kind', NEW.kind, 'name', NEW.name, 'reason', NEW.disabled_reason)
  );
  RETURN NULL;
END $$;

CREATE TRIGGER channel_disabled_event AFTER UPDATE OF disabled_at_ms ON notification_channels
FOR EACH ROW WHEN (OLD.disabled_at_ms IS NULL AND NEW.disabled_at_ms IS NOT NULL)
EXECUTE FUNCTION note_disabled_channel();

-- What a line sends to the owner of the bot; null: it only stands in the log.
ALTER TABLE bot_lines ADD COLUMN notice jsonb;

-- Of the hour of the bot's newest notice.
CREATE TABLE bot_notice_counts (
  bot_id text COLLATE "C" PRIMARY KEY REFERENCES bots ON DELETE CASCADE,
  hour bigint NOT NULL,
  count int NOT NULL
) WITH (fillfactor = 70);

-- As in 0145-more-events.sql, and notices are events: at most twenty an hour of one bot.
CREATE OR REPLACE FUNCTION note_bot_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT b.user_id, 'bot.logged', l.bot_id, l.at_ms,
    jsonb_build_object('severity', l.severity, 'message', left(l.message, 1000))
  FROM (
    SELECT DISTINCT ON (bot_id) * FROM added_lines ORDER BY bot_id, sequence DESC
  ) AS l JOIN bots b USING (bot_id);
  IF NOT EXISTS (SELECT FROM added_lines WHERE notice IS NOT NULL) THEN RETURN NULL; END IF;
  WITH said AS (
    SELECT bot_id, at_ms, notice, sequence, at_ms / 3600000 AS hour,
      row_number() OVER (PARTITION BY bot_id ORDER BY sequence) AS place
    FROM added_lines WHERE notice IS NOT NULL
  ), counted AS (
    INSERT INTO bot_notice_counts AS c (bot_id, hour, count)
    SELECT bot_id, max(hour), count(*) FROM said GROUP BY bot_id ORDER BY bot_id
    ON CONFLICT (bot_id) DO UPDATE SET hour = EXCLUDED.hour,
      count = EXCLUDED.count + CASE WHEN c.hour = EXCLUDED.hour THEN c.count ELSE 0 END
    RETURNING bot_id, count
  )
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT b.user_id, 'bot.notified', s.bot_id, s.at_ms,
    s.notice || jsonb_build_object('message', left(s.notice ->> 'message', 1000))
  FROM said s JOIN counted c USING (bot_id) JOIN bots b USING (bot_id)
  WHERE c.count - (SELECT max(o.place) FROM said o WHERE o.bot_id = s.bot_id) + s.place <= 20
  ORDER BY s.sequence;
  RETURN NULL;
END $$;
