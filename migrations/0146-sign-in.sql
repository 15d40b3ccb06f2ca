-- How people sign in: roles and passwords of users, sessions, one-time links, failed attempts, and
-- the audit log.

-- A user without a row is a trader who has no password yet.
CREATE TABLE user_access (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  role text NOT NULL DEFAULT 'trader' CHECK (role IN ('owner', 'trader', 'read_only')),
  -- With its parameters and salt; the password itself is not kept anywhere.
  password_hash text,
  password_set_at_ms bigint
);

-- Whoever was there first runs the installation.
INSERT INTO user_access (user_id, role)
SELECT user_id, 'owner' FROM users u
WHERE NOT EXISTS (SELECT FROM end_users e WHERE e.user_id = u.user_id)
ORDER BY created_at_ms, user_id LIMIT 1;

CREATE TABLE sessions (
  session_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  created_at_ms bigint NOT NULL,
  last_seen_at_ms bigint NOT NULL,
  address text,
  agent text,
  is_by_link boolean NOT NULL
);

CREATE INDEX sessions_of_user ON sessions (user_id, session_id);

CREATE TABLE sign_in_links (
  secret_hash bytea PRIMARY KEY CHECK (octet_length(secret_hash) = 32),
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at_ms bigint NOT NULL
);

CREATE TABLE sign_in_attempts (
  subject text COLLATE "C" PRIMARY KEY,
  failed_count int NOT NULL,
  failed_at_ms bigint NOT NULL,
  blocked_until_ms bigint NOT NULL
);

-- Names users without referring to them: entries outlive what they are about.
CREATE TABLE audit_entries (
  entry_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL,
  at_ms bigint NOT NULL,
  act text NOT NULL CHECK (act IN (
    'sign_in', 'sign_in_failed', 'sign_in_link_made', 'sign_out', 'session_ended',
    'password_set', 'role_set', 'request'
  )),
  actor_id text,
  address text,
  subject text
);

CREATE INDEX audit_entries_of_user ON audit_entries (user_id, entry_id);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are not changed';
END $$;

-- The service owns no table, so it cannot take the triggers away.
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_entries_stay_all BEFORE TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
