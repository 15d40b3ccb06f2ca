-- Events of positions of a simulated account, called before they are changed. A position whose amount
-- stays the same (funding, margin) has not changed.
CREATE OR REPLACE FUNCTION note_sim_positions(p_account_id text, p_change jsonb)
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
