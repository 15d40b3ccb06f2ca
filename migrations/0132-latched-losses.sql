ALTER TABLE account_days
  -- The largest loss of the day that reached the limit of then; null: none did. While the day lasts,
  -- what comes back does not lift the limit.
  ADD COLUMN latched_loss numeric;
