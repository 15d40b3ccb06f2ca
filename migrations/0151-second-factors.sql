-- What stands beside a password: authenticator apps with recovery codes, and passkeys. Sessions say
-- by what their user signed in, and when the user last proved to be there.

CREATE TABLE second_factors (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- By the master key, which is not in the database.
  sealed_secret bytea NOT NULL,
  set_at_ms bigint NOT NULL,
  -- The half minute of the last code: no code counts twice.
  last_step bigint NOT NULL
);

CREATE TABLE recovery_codes (
  user_id text COLLATE "C" NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  passkey_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  credential_id text COLLATE "C" NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  use_count bigint NOT NULL,
  transports text[] NOT NULL,
  host text NOT NULL,
  created_at_ms bigint NOT NULL,
  last_used_at_ms bigint
);

CREATE INDEX passkeys_of_user ON passkeys (user_id, passkey_id);

CREATE TABLE sign_in_tickets (
  secret_hash bytea PRIMARY KEY CHECK (octet_length(secret_hash) = 32),
  purpose text NOT NULL CHECK (purpose IN ('code', 'app', 'passkey', 'new_passkey')),
  user_id text COLLATE "C" REFERENCES users ON DELETE CASCADE,
  signed_in_by text CHECK (signed_in_by IN ('password', 'link', 'passkey')),
  expires_at_ms bigint NOT NULL
);

ALTER TABLE sessions
  ADD COLUMN signed_in_by text CHECK (signed_in_by IN ('password', 'link', 'passkey')),
  ADD COLUMN confirmed_at_ms bigint;

UPDATE sessions SET
  signed_in_by = CASE WHEN is_by_link THEN 'link' ELSE 'password' END,
  confirmed_at_ms = created_at_ms;

ALTER TABLE sessions
  ALTER COLUMN signed_in_by SET NOT NULL,
  ALTER COLUMN confirmed_at_ms SET NOT NULL,
  DROP COLUMN is_by_link;

ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_act_check;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_act_check CHECK (act IN (
  'sign_in', 'sign_in_failed', 'sign_in_link_made', 'sign_out', 'session_ended', 'confirmed',
  'confirm_failed', 'password_set', 'second_factor_set', 'second_factor_removed',
  'recovery_codes_made', 'recovery_code_used', 'passkey_made', 'passkey_removed', 'passkey_copied',
  'role_set', 'user_created', 'plan_set', 'key_created', 'key_enabled', 'key_disabled',
  'key_deleted', 'request'
));

-- Whose actor it was who acted on another user: an owner. Null: the user itself, or the machine.
ALTER TABLE audit_entries ADD COLUMN actor_user_id text COLLATE "C";
CREATE INDEX audit_entries_of_actor ON audit_entries (actor_user_id, entry_id)
  WHERE actor_user_id IS NOT NULL;
