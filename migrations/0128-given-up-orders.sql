-- Orders that were given up lately are asked for again: a request may outlive all limits.
CREATE INDEX orders_given_up ON orders (updated_at_ms) WHERE state = 'unplaced';
