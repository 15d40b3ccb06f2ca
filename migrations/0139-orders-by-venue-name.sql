-- Our orders by the names that their exchange gave them: lists of fills may name nothing else.
CREATE INDEX orders_by_venue_name ON orders (account_id, venue_order_id)
  WHERE venue_order_id IS NOT NULL;
