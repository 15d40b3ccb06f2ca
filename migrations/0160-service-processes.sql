-- The processes of the installation, as they say every few seconds that they live.

CREATE TABLE service_processes (
  process_id text COLLATE "C" PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('api', 'worker', 'bots', 'venues')),
  host text NOT NULL,
  os_process_id int NOT NULL,
  version text NOT NULL,
  started_at_ms bigint NOT NULL,
  seen_at_ms bigint NOT NULL,
  resident_bytes bigint NOT NULL,
  loop_delay_ms double precision NOT NULL,
  figures jsonb NOT NULL,
  slow_requests jsonb NOT NULL
);
