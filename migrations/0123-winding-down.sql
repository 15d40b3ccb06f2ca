-- A stopped bot whose orders were cancelled for good: its next start begins a new run.
ALTER TABLE bots ADD COLUMN starts_anew boolean NOT NULL DEFAULT false;
