-- Changes orders and positions of a simulated account, with the events of the positions that differ. A
-- position that changes is replaced.
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
    INSERT INTO sim_positions (
      account_id, position_id, market_tag, currency, direction, margin_mode, leverage, lots,
      cost_units, margin_units, used_margin_units, entry_weight, entered_lots, entered_weight,
      gross_units, fee_units, funding_units, liquidation_fee_units, insured_units, opened_at_ms,
      updated_at_ms
    ) SELECT
      account_id, position_id, market_tag, currency, direction, margin_mode, leverage, lots,
      cost_units, margin_units, used_margin_units, entry_weight, entered_lots, entered_weight,
      gross_units, fee_units, funding_units, liquidation_fee_units, insured_units, opened_at_ms,
      updated_at_ms
    FROM jsonb_populate_recordset(NULL::sim_positions, p_change -> 'positions');
  END IF;
END $$;
