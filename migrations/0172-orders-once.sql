-- An order of an exchange is one record. Names of exchanges are unique within a market: some number
-- the orders of each market by themselves. Before, an order whose name came back empty was taken
-- for one that was placed elsewhere, and recorded a second time.

-- Of such records the one that we placed stays, or else the first. The others are marked and count
-- nothing any more; they are not deleted, because events name them.
UPDATE orders d SET
  state = 'unplaced', filled_amount = 0, venue_order_id = NULL,
  reason = 'It is another order here: it was recorded twice.',
  history = d.history || jsonb_build_array(jsonb_build_array('unplaced', 0, d.updated_at_ms))
FROM (
  SELECT order_id, row_number() OVER (
    PARTITION BY account_id, market_tag, venue_order_id
    ORDER BY client_order_id = venue_order_id, sequence
  ) AS place
  FROM orders WHERE venue_order_id IS NOT NULL AND market_tag IS NOT NULL
) AS ranked
WHERE ranked.order_id = d.order_id AND ranked.place > 1;

DROP INDEX orders_by_venue_name;
CREATE UNIQUE INDEX orders_by_venue_name ON orders (account_id, market_tag, venue_order_id)
  WHERE venue_order_id IS NOT NULL;
