-- More of what happens to a user is in the log of events, each written by a trigger of its table.

-- Of events that report how something stands, those that waited together become the newest: bots
-- may log, labs progress and balances change many times between two calls of `number_events`.
CREATE FUNCTION is_standing_event(p_type text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN p_type IN ('balance.changed', 'bot.logged', 'backtest.progressed', 'lab.progressed');

-- As in 0143-events.sql, apart from that.
CREATE OR REPLACE FUNCTION number_events(p_events_max int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_slot smallint;
  v_users text;
  v_count int;
BEGIN
  IF NOT EXISTS (SELECT FROM waiting_events) THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('number events', 0));
  SELECT slot INTO STRICT v_slot FROM event_days ORDER BY opened DESC LIMIT 1;
  WITH taken AS (
    DELETE FROM waiting_events WHERE position = ANY (ARRAY(
      SELECT position FROM waiting_events ORDER BY position LIMIT p_events_max
    ))
    RETURNING *
  ), outdated AS (
    SELECT position FROM (
      SELECT position, max(position) OVER (PARTITION BY user_id, type, object_id) AS newest
      FROM taken WHERE is_standing_event(type)
    ) AS standing WHERE position < newest
  ), chosen AS (
    SELECT * FROM taken WHERE position NOT IN (SELECT position FROM outdated)
  ), added AS (
    SELECT user_id, count(*) AS added FROM chosen GROUP BY user_id
  ), counted AS (
    INSERT INTO event_counts AS c (user_id, newest)
    SELECT user_id, added FROM added
    ON CONFLICT (user_id) DO UPDATE SET newest = c.newest + EXCLUDED.newest
    RETURNING user_id, newest
  ), numbered AS (
    INSERT INTO events (slot, user_id, sequence, type, object_id, at_ms, data)
    SELECT v_slot, t.user_id,
      c.newest - a.added + row_number() OVER (PARTITION BY t.user_id ORDER BY t.position),
      t.type, t.object_id, t.at_ms, t.data
    FROM chosen t JOIN added a USING (user_id) JOIN counted c USING (user_id)
    RETURNING user_id
  )
  SELECT (SELECT count(*) FROM taken), (SELECT string_agg(DISTINCT user_id, ' ') FROM numbered)
  INTO v_count, v_users;
  IF v_count > 0 THEN
    PERFORM pg_notify(
      'tidemill_events', CASE WHEN octet_length(v_users) < 7900 THEN v_users ELSE '' END
    );
  END IF;
  RETURN v_count;
END $$;

-- An update that sets none of these columns pays nothing: steps of running bots set none.
CREATE FUNCTION note_bot_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id, 'bot.updated', NEW.bot_id,
    floor(extract(epoch FROM clock_timestamp()) * 1000),
    jsonb_build_object(
      'name', NEW.name, 'account_id', NEW.account_id, 'market_tag', NEW.market_tag,
      'reason', NULL
    )
  );
  RETURN NULL;
END $$;

CREATE TRIGGER bot_updated_event
AFTER UPDATE OF name, settings, strategy_config, market_tag, account_id, script_id ON bots
FOR EACH ROW WHEN (
  (OLD.name, OLD.settings::text, OLD.strategy_config::text, OLD.market_tag, OLD.account_id,
    OLD.script_id)
  IS DISTINCT FROM
  (NEW.name, NEW.settings::text, NEW.strategy_config::text, NEW.market_tag, NEW.account_id,
    NEW.script_id)
) EXECUTE FUNCTION note_bot_update();

CREATE TRIGGER bot_paused_event AFTER UPDATE OF is_paused ON bots
FOR EACH ROW WHEN (OLD.is_paused <> NEW.is_paused AND OLD.is_activated AND NEW.is_activated)
EXECUTE FUNCTION note_bot_update();

-- The newest of the lines that one statement wrote. By statement, for steps of many bots are
-- written in one.
CREATE FUNCTION note_bot_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT b.user_id, 'bot.logged', l.bot_id, l.at_ms,
    jsonb_build_object('severity', l.severity, 'message', left(l.message, 1000))
  FROM (
    SELECT DISTINCT ON (bot_id) * FROM added_lines ORDER BY bot_id, sequence DESC
  ) AS l JOIN bots b USING (bot_id);
  RETURN NULL;
END $$;

CREATE TRIGGER bot_lines_event AFTER INSERT ON bot_lines
REFERENCING NEW TABLE AS added_lines
FOR EACH STATEMENT EXECUTE FUNCTION note_bot_lines();

CREATE FUNCTION note_bot_signals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT b.user_id, 'signal.received', i.bot_id, i.received_at_ms,
    jsonb_build_object('action', left(i.input ->> 'action', 200))
  FROM (
    SELECT sequence, bot_id, received_at_ms, input::jsonb AS input FROM added_inputs
  ) AS i JOIN bots b USING (bot_id)
  WHERE i.input ->> 'kind' = 'signal'
  ORDER BY i.sequence;
  RETURN NULL;
END $$;

CREATE TRIGGER bot_inbox_event AFTER INSERT ON bot_inbox
REFERENCING NEW TABLE AS added_inputs
FOR EACH STATEMENT EXECUTE FUNCTION note_bot_signals();

CREATE FUNCTION note_backtest_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id,
    CASE NEW.state WHEN 'queued' THEN 'backtest.progressed' ELSE 'backtest.' || NEW.state END,
    NEW.backtest_id,
    coalesce(NEW.ended_at_ms, floor(extract(epoch FROM clock_timestamp()) * 1000)),
    jsonb_build_object(
      'market_tag', NEW.market_tag, 'phase', NEW.phase, 'done_share', NEW.done_share,
      'reason', left(NEW.failure_message, 1000)
    )
  );
  RETURN NULL;
END $$;

CREATE TRIGGER backtest_changed_event AFTER UPDATE OF state, phase, done_share ON backtests
FOR EACH ROW WHEN (
  OLD.state <> NEW.state OR OLD.phase <> NEW.phase
  OR floor(OLD.done_share * 100) <> floor(NEW.done_share * 100)
) EXECUTE FUNCTION note_backtest_event();

CREATE FUNCTION note_lab_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id,
    CASE WHEN NEW.status IN ('completed', 'cancelled', 'failed') THEN 'lab.' || NEW.status
      ELSE 'lab.progressed' END,
    NEW.lab_id, NEW.updated_at_ms,
    jsonb_build_object(
      'name', NEW.name, 'status', NEW.status, 'completed_count', NEW.completed_count,
      'scheduled_count', NEW.scheduled_count, 'reason', left(NEW.cancel_reason, 1000)
    )
  );
  RETURN NULL;
END $$;

-- Progress counts by whole percent.
CREATE TRIGGER lab_changed_event AFTER UPDATE OF status, completed_count ON labs
FOR EACH ROW WHEN (
  OLD.status <> NEW.status
  OR NEW.completed_count * 100::bigint / greatest(NEW.scheduled_count, 1)
    > OLD.completed_count * 100::bigint / greatest(OLD.scheduled_count, 1)
) EXECUTE FUNCTION note_lab_event();

CREATE FUNCTION note_refused_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT a.user_id, 'account.invalid_credentials', NEW.account_id, NEW.checked_at_ms,
    jsonb_build_object('exchange', NEW.exchange, 'reason', NEW.refusal)
  FROM accounts a WHERE a.account_id = NEW.account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER credentials_refused_event AFTER UPDATE OF refusal ON account_credentials
FOR EACH ROW WHEN (NEW.refusal IS NOT NULL AND OLD.refusal IS DISTINCT FROM NEW.refusal)
EXECUTE FUNCTION note_refused_credentials();

-- Of accounts at simulated exchanges; what those at real ones hold is not in the database.
CREATE FUNCTION note_sim_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT user_id, 'balance.changed', account_id, NEW.updated_at_ms, '{}'
  FROM accounts WHERE account_id = NEW.account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER sim_balance_event AFTER UPDATE OF wallets ON sim_accounts
FOR EACH ROW WHEN (OLD.wallets <> NEW.wallets) EXECUTE FUNCTION note_sim_balance();

-- As in 0100-sim-exchange.sql, with events of the positions that differ: one that changes is
-- replaced.
CREATE OR REPLACE FUNCTION sim_change_orders_and_positions(p_account_id text, p_change jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_change ? 'updates' THEN
    UPDATE sim_orders o SET
      filled_lots = u.filled_lots, average_fill_price = u.average_fill_price, state = u.state,
      reason = coalesce(u.reason, o.reason), updated_at_ms = u.updated_at_ms, working = u.working
    FROM jsonb_populate_recordset(NULL::sim_orders, p_change -> 'updates') u
    WHERE o.venue_order_id = u.venue_order_id;
  END IF;
  IF p_change ?| ARRAY['closed', 'positions'] THEN
    PERFORM note_sim_positions(p_account_id, p_change);
  END IF;
  IF p_change ? 'closed' THEN
    DELETE FROM sim_positions WHERE account_id = p_account_id
      AND position_id IN (SELECT jsonb_array_elements_text(p_change -> 'closed'));
  END IF;
  IF p_change ? 'positions' THEN
    DELETE FROM sim_positions WHERE account_id = p_account_id AND position_id IN (
      SELECT position_id FROM jsonb_populate_recordset(NULL::sim_positions, p_change -> 'positions')
    );
    INSERT INTO sim_positions
      SELECT * FROM jsonb_populate_recordset(NULL::sim_positions, p_change -> 'positions');
  END IF;
END $$;

-- Before they are changed. A position whose amount stays the same (funding, margin) has not changed.
CREATE FUNCTION note_sim_positions(p_account_id text, p_change jsonb)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT a.user_id, e.type, e.position_id,
    coalesce(e.at_ms, floor(extract(epoch FROM clock_timestamp()) * 1000)),
    jsonb_build_object(
      'account_id', p_account_id, 'market_tag', e.market_tag, 'direction', e.direction
    )
  FROM accounts a, (
    SELECT 'position.closed' AS type, position_id, market_tag, direction::text, NULL::bigint AS at_ms
    FROM sim_positions WHERE account_id = p_account_id
      AND position_id IN (SELECT jsonb_array_elements_text(p_change -> 'closed'))
    UNION ALL
    SELECT CASE WHEN o.position_id IS NULL THEN 'position.opened' ELSE 'position.changed' END,
      n.position_id, n.market_tag, n.direction::text, n.updated_at_ms
    FROM jsonb_populate_recordset(NULL::sim_positions, p_change -> 'positions') n
    LEFT JOIN sim_positions o ON o.account_id = p_account_id AND o.position_id = n.position_id
    WHERE o.position_id IS NULL OR o.lots <> n.lots
  ) AS e
  WHERE a.account_id = p_account_id
$$;
