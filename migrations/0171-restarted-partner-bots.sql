-- An activation runs in stretches: a bot that goes on with what it left behind starts once more without a
-- new activation, and each stretch is in the books for itself.
ALTER TABLE partner_bot_activations
  DROP CONSTRAINT partner_bot_activations_pkey,
  ADD PRIMARY KEY (bot_id, activation, began_at_ms);

-- As in 0020-partner-usage.sql, by stretches. A stop and a start at one instant are one stretch. What a
-- start or a stop finds in the books never refuses it.
CREATE OR REPLACE FUNCTION note_partner_bot_activation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_activated THEN
    INSERT INTO partner_bot_activations (bot_id, activation, began_at_ms)
    SELECT bot_id, NEW.activation, NEW.activated_at_ms FROM partner_bots WHERE bot_id = NEW.bot_id
    ON CONFLICT (bot_id, activation, began_at_ms) DO UPDATE SET ended_at_ms = NULL;
  ELSE
    UPDATE partner_bot_activations SET ended_at_ms = greatest(began_at_ms, NEW.stopped_at_ms)
    WHERE bot_id = NEW.bot_id AND ended_at_ms IS NULL;
  END IF;
  RETURN NULL;
END $$;
