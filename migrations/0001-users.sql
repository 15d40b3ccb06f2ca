-- Users and the keys of their programs. Ids sort bytewise, like everywhere. Instants are
-- milliseconds since 1970 UTC. The closed sets are those of src/domain, and a test compares them.

CREATE TABLE users (
  user_id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  plan text NOT NULL
    CHECK (plan IN ('starter', 'standard', 'professional', 'tradeserver', 'unlimited')),
  plan_until_ms bigint,
  created_at_ms bigint NOT NULL
);

CREATE TABLE api_keys (
  key_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  name text NOT NULL,
  prefix text NOT NULL,
  -- The secret itself is not kept anywhere.
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  scopes text[] NOT NULL CHECK (
    scopes <@ ARRAY['read', 'bots', 'scripts', 'labs', 'trading', 'whitelabel', 'partner']
  ),
  is_enabled boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  last_used_at_ms bigint,
  expires_at_ms bigint
);

CREATE INDEX api_keys_of_user ON api_keys (user_id, key_id);
