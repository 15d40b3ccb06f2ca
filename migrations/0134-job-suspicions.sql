-- Whose job ended a process: jobs that its member begins until then are computed in processes of their
-- own, by every worker.
CREATE TABLE job_suspicions (
  -- Of `jobs`: an end user, or whoever else queued the job.
  member_id text COLLATE "C" PRIMARY KEY,
  tenant_id text COLLATE "C" NOT NULL,
  until timestamptz NOT NULL
);

CREATE INDEX job_suspicions_tenant ON job_suspicions (tenant_id);
