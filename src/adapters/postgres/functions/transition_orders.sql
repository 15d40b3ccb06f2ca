-- Transitions of orders for many callers in one statement, since a single one costs mostly its round
-- trip and its commit. Their order is that of the orders' ids, so that groups of several processes do
-- not wait for one another crosswise. Returns the positions of those whose order was as expected.
CREATE OR REPLACE FUNCTION transition_orders(p_changes json) RETURNS SETOF int LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT position, order_id, from_states, state, filled_amount, venue_order_id, reason, at_ms,
      if_updated_at_ms
    FROM json_to_recordset(p_changes) AS given (
      position int, order_id text, from_states text[], state text, filled_amount numeric,
      venue_order_id text, reason text, at_ms bigint, if_updated_at_ms bigint
    ) ORDER BY order_id, position
  LOOP
    UPDATE orders o SET
      state = change.state, filled_amount = change.filled_amount,
      venue_order_id = coalesce(change.venue_order_id, o.venue_order_id),
      reason = change.reason, updated_at_ms = change.at_ms,
      history = o.history || jsonb_build_array(
        jsonb_build_array(change.state, change.filled_amount, change.at_ms)
      )
    WHERE o.order_id = change.order_id AND o.state = ANY (change.from_states)
      AND o.updated_at_ms = coalesce(change.if_updated_at_ms, o.updated_at_ms);
    IF FOUND THEN RETURN NEXT change.position; END IF;
  END LOOP;
END $$;
