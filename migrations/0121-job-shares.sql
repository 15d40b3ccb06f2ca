-- Jobs wait here by tenant, with no boss_id. A worker that has a place free hands one out to pg-boss,
-- which carries it from then on: who holds it, whose heart has stopped, what is tried again.
ALTER TABLE jobs
  -- Who bears the cost: an end user is a member of its partner, everybody else of itself.
  ADD COLUMN tenant_id text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN member_id text COLLATE "C" NOT NULL DEFAULT '',
  -- The order of arrival.
  ADD COLUMN sequence bigint GENERATED ALWAYS AS IDENTITY,
  ADD COLUMN queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- It is not handed out before.
  ADD COLUMN ready_at timestamptz NOT NULL DEFAULT '-infinity';

CREATE INDEX jobs_waiting ON jobs (tenant_id, member_id, sequence) WHERE boss_id IS NULL;

-- All of them change often and are few.
ALTER TABLE jobs SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);
