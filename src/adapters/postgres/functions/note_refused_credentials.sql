-- `account.invalid_credentials` when the exchange refuses credentials for a new reason.
CREATE OR REPLACE FUNCTION note_refused_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT a.user_id, 'account.invalid_credentials', NEW.account_id, NEW.checked_at_ms,
    jsonb_build_object('exchange', NEW.exchange, 'reason', NEW.refusal)
  FROM accounts a WHERE a.account_id = NEW.account_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER credentials_refused_event AFTER UPDATE OF refusal ON account_credentials
FOR EACH ROW WHEN (NEW.refusal IS NOT NULL AND OLD.refusal IS DISTINCT FROM NEW.refusal)
EXECUTE FUNCTION note_refused_credentials();
