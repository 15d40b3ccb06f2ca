-- Schedules the valuation of a new account.
CREATE OR REPLACE FUNCTION schedule_equity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO equity_schedule (account_id) VALUES (NEW.account_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER account_equity AFTER INSERT ON accounts
FOR EACH ROW EXECUTE FUNCTION schedule_equity();
