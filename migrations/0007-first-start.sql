-- How far the first start came, which makes a user, an account and a key to try the service with.
-- It is finished when the key was shown; null: not begun.

ALTER TABLE installation
  ADD COLUMN first_start text CHECK (first_start IN ('begun', 'finished'));

-- Before this migration nothing carried a first start on, so those with users have had theirs.
UPDATE installation SET first_start = 'finished' WHERE EXISTS (SELECT FROM users);
