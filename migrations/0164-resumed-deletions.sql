-- A deletion of a user that was held up is resumed by the service, with what was requested last.
-- Deletions that began before have no instant: they go on when they are requested again.

ALTER TABLE users
  ADD COLUMN deletion_cancels_orders boolean NOT NULL DEFAULT true,
  ADD COLUMN deletion_closes_positions boolean NOT NULL DEFAULT false,
  ADD COLUMN deletion_resumes_at_ms bigint;

CREATE INDEX users_deletion_resumes ON users (deletion_resumes_at_ms)
  WHERE deletion_began_at_ms IS NOT NULL AND deleted_at_ms IS NULL;
