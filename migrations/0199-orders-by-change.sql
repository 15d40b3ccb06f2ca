-- Orders that changed lately, for what is found out of one that its exchange does not know: a few
-- pages of the newest, where the whole of the account's was read. It takes next to no room, and
-- costs no statement anything.
CREATE INDEX orders_by_change ON orders USING brin (updated_at_ms)
  WITH (pages_per_range = 16, autosummarize = on);
