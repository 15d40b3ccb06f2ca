-- `bot.logged` for the newest line of each bot, and `bot.notified` for each text to its owner, within
-- the limit of an hour. Every step of bots runs this, for a statement that inserts nothing has its
-- triggers too: most steps write no lines, and fewer still a text to the owner.
CREATE OR REPLACE FUNCTION note_bot_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_lines int;
  v_notices int;
BEGIN
  SELECT count(*), count(notice) INTO v_lines, v_notices FROM added_lines;
  IF v_lines = 0 THEN RETURN NULL; END IF;
  -- Each bot is looked up by itself: the plan is retained, and from many lines at once the planner
  -- expects to need all bots.
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT b.user_id, 'bot.logged', l.bot_id, l.at_ms,
    jsonb_build_object('severity', l.severity, 'message', left(l.message, 1000))
  FROM (
    SELECT DISTINCT ON (bot_id) bot_id, at_ms, severity, message
    FROM added_lines ORDER BY bot_id, sequence DESC
  ) AS l CROSS JOIN LATERAL (SELECT user_id FROM bots WHERE bot_id = l.bot_id OFFSET 0) AS b;
  IF v_notices = 0 THEN RETURN NULL; END IF;
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

CREATE OR REPLACE TRIGGER bot_lines_event AFTER INSERT ON bot_lines
REFERENCING NEW TABLE AS added_lines
FOR EACH STATEMENT EXECUTE FUNCTION note_bot_lines();

CREATE OR REPLACE TRIGGER bot_log_lines_event AFTER INSERT ON bot_log_lines
REFERENCING NEW TABLE AS added_lines
FOR EACH STATEMENT EXECUTE FUNCTION note_bot_lines();
