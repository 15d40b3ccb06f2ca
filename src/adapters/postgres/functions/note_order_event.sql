-- Events of an order. The row has only the state and the amounts; `number_events` makes the types of
-- them, because few events are read, and JSON for each would cost every transition.
CREATE OR REPLACE FUNCTION note_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO waiting_events (object_id, at_ms, state, filled_amount, reason)
    VALUES (NEW.order_id, NEW.updated_at_ms, NEW.state, NEW.filled_amount, NEW.reason);
  ELSIF NEW.state <> OLD.state OR NEW.filled_amount <> OLD.filled_amount THEN
    INSERT INTO waiting_events (
      object_id, at_ms, state, filled_amount, reason, state_before, filled_before
    ) VALUES (
      NEW.order_id, NEW.updated_at_ms, NEW.state, NEW.filled_amount, NEW.reason,
      OLD.state, OLD.filled_amount
    );
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_inserted_event AFTER INSERT ON orders
FOR EACH ROW EXECUTE FUNCTION note_order_event();

CREATE OR REPLACE TRIGGER order_changed_event AFTER UPDATE OF state, filled_amount ON orders
FOR EACH ROW EXECUTE FUNCTION note_order_event();
