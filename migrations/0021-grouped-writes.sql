-- Writes of many callers in one statement, for when they come by the hundred in a second: what one
-- costs is mostly its round trip and its commit.

-- Carries out transitions in the order of their orders' ids, so that groups of several processes do
-- not wait for one another crosswise; answers the positions of those whose order was as expected.
CREATE FUNCTION transition_orders(p_changes json) RETURNS SETOF int LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT * FROM json_to_recordset(p_changes) AS given (
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
