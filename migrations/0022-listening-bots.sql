-- Bots that listen to a token of their partner, by one value, which no other index can stand in for:
-- while the table was not analyzed yet, all bots of the partner were read for each signal. Ids have
-- no spaces, so that a value belongs to one partner.
CREATE INDEX partner_bots_by_token ON partner_bots ((partner_id || ' ' || signal_token))
  WHERE signal_token IS NOT NULL AND deleted_at_ms IS NULL;
DROP INDEX partner_bots_listening;
