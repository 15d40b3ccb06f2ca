-- Scripts of users: the source, and what its last check found.

CREATE TABLE scripts (
  script_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  name text NOT NULL,
  description text,
  type text NOT NULL CHECK (type IN ('lua', 'visual')),
  -- UTF-8; text could not hold a zero byte, and whatever was sent is kept.
  source bytea NOT NULL,
  -- Parts of the check that statements ask for stand in columns of their own.
  is_valid boolean NOT NULL,
  command_name text,
  findings json NOT NULL,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL
);

CREATE INDEX scripts_of_user ON scripts (user_id, script_id);
