-- Orders that ended without a name of their exchange are looked for a while: also those that it
-- refused, since a refusal may have been that of another request.
CREATE INDEX orders_denied ON orders (updated_at_ms)
  WHERE state = 'unplaced' OR (state = 'rejected' AND venue_order_id IS NULL);
DROP INDEX orders_given_up;
