-- `balance.changed` of a simulated account.
CREATE OR REPLACE FUNCTION note_sim_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.wallets <> OLD.wallets THEN
    INSERT INTO waiting_events (type, object_id, at_ms)
    VALUES ('balance.changed', NEW.account_id, NEW.updated_at_ms);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sim_balance_event AFTER UPDATE OF wallets ON sim_accounts
FOR EACH ROW EXECUTE FUNCTION note_sim_balance();
