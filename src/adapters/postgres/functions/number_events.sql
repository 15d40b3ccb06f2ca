-- Moves waiting events into the log: numbers without gaps per user, the events of end users once more
-- for their partners, deliveries to webhooks, accounts to value, and one notice to all listeners. One
-- caller at a time. Returns how many events it took.
CREATE OR REPLACE FUNCTION number_events(p_events_max int) RETURNS int LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_rows tid[];
  v_slot smallint;
  v_users text;
  v_count int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('number events', 0));
  v_rows := ARRAY(SELECT ctid FROM waiting_events ORDER BY position LIMIT p_events_max);
  IF v_rows = '{}' THEN RETURN 0; END IF;
  v_slot := today_event_slot();
  WITH taken AS (
    DELETE FROM waiting_events WHERE ctid = ANY (v_rows)
    RETURNING position, user_id, type, object_id, at_ms, data, state, filled_amount, reason,
      state_before, filled_before
  ), changed_orders AS MATERIALIZED (
    SELECT order_id, account_id, bot_id FROM orders WHERE order_id = ANY (ARRAY(
      SELECT DISTINCT object_id FROM taken WHERE state IS NOT NULL
    ))
  ), owners AS MATERIALIZED (
    SELECT account_id, user_id FROM accounts WHERE account_id = ANY (ARRAY(
      SELECT account_id FROM changed_orders
      UNION SELECT object_id FROM taken WHERE type = 'balance.changed'
    ))
  ), owned AS MATERIALIZED (
    SELECT t.position, coalesce(t.user_id, o.user_id) AS owner_id, t.type, t.object_id, t.at_ms,
      t.data, is_standing_event(t.type) AS is_standing,
      coalesce(o.account_id, t.data ->> 'account_id') AS of_account
    FROM taken t LEFT JOIN owners o ON o.account_id = t.object_id AND t.type = 'balance.changed'
    WHERE t.state IS NULL AND (t.user_id IS NOT NULL OR o.user_id IS NOT NULL)
  ), own AS MATERIALIZED (
    SELECT position, 0 AS part, owner_id, type, object_id, at_ms, data, of_account,
      CASE WHEN type LIKE 'bot.%' OR type = 'signal.received' THEN object_id END AS of_bot,
      NULL::numeric AS filled_amount, NULL::numeric AS added_amount, NULL::text AS state,
      NULL::text AS reason
    FROM owned
    WHERE NOT is_standing OR position IN (
      SELECT max(position) FROM owned WHERE is_standing GROUP BY object_id, type, owner_id
    )
    UNION ALL
    SELECT t.position, p.part, a.user_id, CASE
        WHEN p.part = 0 THEN 'fill.created' WHEN t.state = 'pending' THEN 'order.placed'
        WHEN t.state = 'open' THEN 'order.opened' ELSE 'order.' || t.state
      END, t.object_id, t.at_ms, NULL, o.account_id, o.bot_id,
      t.filled_amount, t.added_amount, t.state, t.reason
    FROM (
      SELECT position, object_id, at_ms, state, filled_amount, reason, state_before,
        filled_amount - coalesce(filled_before, 0) AS added_amount
      FROM taken WHERE state IS NOT NULL
    ) AS t
      JOIN changed_orders o ON o.order_id = t.object_id
      JOIN owners a ON a.account_id = o.account_id
      CROSS JOIN (VALUES (0), (1)) AS p (part)
    WHERE CASE p.part
      WHEN 0 THEN t.added_amount > 0
      ELSE t.state IS DISTINCT FROM t.state_before OR t.added_amount < 0
    END
  ), partners AS MATERIALIZED (
    SELECT user_id, partner_id FROM end_users WHERE user_id = ANY (ARRAY(
      SELECT DISTINCT owner_id FROM own
    ))
  ), chosen AS MATERIALIZED (
    SELECT position, part, owner_id, type, object_id, at_ms, data, of_account, of_bot,
      filled_amount, added_amount, state, reason, NULL::text AS end_user_id
    FROM own
    UNION ALL
    SELECT o.position, o.part, p.partner_id, o.type, o.object_id, o.at_ms, o.data, o.of_account,
      o.of_bot, o.filled_amount, o.added_amount, o.state, o.reason, o.owner_id
    FROM own o JOIN partners p ON p.user_id = o.owner_id
  ), added AS MATERIALIZED (
    SELECT owner_id, count(*) AS added FROM chosen GROUP BY owner_id
  ), addressed AS MATERIALIZED (
    -- Looked up by user, however many webhooks there are.
    SELECT a.owner_id, w.webhook_id, w.types FROM added a CROSS JOIN LATERAL (
      SELECT webhook_id, types FROM webhooks
      WHERE user_id = a.owner_id AND disabled_at_ms IS NULL
      UNION ALL
      SELECT w.webhook_id, w.types FROM end_users u JOIN webhooks w ON w.user_id = u.partner_id
      WHERE u.user_id = a.owner_id AND w.disabled_at_ms IS NULL OFFSET 0
    ) AS w
  ), counted AS (
    INSERT INTO event_counts AS c (user_id, newest)
    SELECT owner_id, added FROM added
    ON CONFLICT (user_id) DO UPDATE SET newest = c.newest + EXCLUDED.newest
    RETURNING user_id, newest
  ), sequenced AS MATERIALIZED (
    SELECT o.owner_id, o.type, o.object_id, o.at_ms, o.data, o.of_account, o.of_bot,
      o.filled_amount, o.added_amount, o.state, o.reason, o.end_user_id, c.newest - a.added
      + row_number() OVER (PARTITION BY o.owner_id ORDER BY o.position, o.part) AS sequence
    FROM chosen o JOIN added a USING (owner_id) JOIN counted c ON c.user_id = o.owner_id
  ), numbered AS (
    INSERT INTO events (
      slot, user_id, sequence, type, object_id, at_ms, data, filled_amount, added_amount, state,
      reason, end_user_id
    )
    SELECT v_slot, owner_id, sequence, type, object_id, at_ms, data, filled_amount, added_amount,
      state, reason, end_user_id
    FROM sequenced
  ), queued AS (
    INSERT INTO webhook_deliveries (
      webhook_id, user_id, sequence, type, object_id, bot_id, signal_id, queued_at_ms
    )
    SELECT w.webhook_id, n.owner_id, n.sequence, n.type, n.object_id, n.of_bot,
      n.data ->> 'signal_id', floor(extract(epoch FROM clock_timestamp()) * 1000)
    FROM sequenced n JOIN addressed w USING (owner_id)
    -- A partner's webhooks are queued with the event of the end user itself.
    WHERE n.end_user_id IS NULL AND (w.types = '{}' OR n.type = ANY (w.types))
    ORDER BY n.owner_id, n.sequence
  ), traded AS MATERIALIZED (
    SELECT of_account AS account_id, max(at_ms) AS at_ms
    FROM sequenced WHERE type IN (
      'balance.changed', 'fill.created', 'position.opened', 'position.changed', 'position.closed'
    ) GROUP BY 1
  ), hastened AS (
    UPDATE equity_schedule s SET is_changed = true, due_at_ms = least(s.due_at_ms, greatest(
      (SELECT t.at_ms FROM traded t WHERE t.account_id = s.account_id), s.begun_at_ms + 300000
    ))
    WHERE s.account_id = ANY (ARRAY(SELECT account_id FROM traded)) AND NOT s.is_changed
  )
  SELECT (SELECT count(*) FROM taken), (SELECT string_agg(owner_id, ' ') FROM added)
  INTO v_count, v_users;
  IF v_users IS NOT NULL THEN
    PERFORM pg_notify(
      'tidemill_events', CASE WHEN octet_length(v_users) < 7900 THEN v_users ELSE '' END
    );
  END IF;
  RETURN v_count;
END $$;

-- Its text until 0181-event-absence.sql, which nothing calls any more.
DROP FUNCTION IF EXISTS number_events_into_newest_slot(int);
