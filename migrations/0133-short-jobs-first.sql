-- Of one member, the job that is due first goes first: when it was queued and how patient a job of
-- its length is. Whatever is queued later than the longest patience goes after it.
ALTER TABLE jobs ADD COLUMN due_at timestamptz NOT NULL DEFAULT clock_timestamp();

UPDATE jobs SET due_at = queued_at;
