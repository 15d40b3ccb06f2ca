-- Secret addresses at which signals for a bot come in, and what became of each.

CREATE TABLE hooks (
  hook_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  bot_id text COLLATE "C" NOT NULL,
  -- What the script of the bot asks for.
  signal text NOT NULL,
  -- What plain texts look like, with placeholders; null: the first word that is an action counts.
  template text,
  -- Networks from which it may be called; empty: from anywhere.
  addresses text[] NOT NULL,
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  created_at_ms bigint NOT NULL,
  rotated_at_ms bigint
);

CREATE INDEX hooks_of_user ON hooks (user_id, hook_id);

CREATE TABLE hook_calls (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hook_id text COLLATE "C" NOT NULL REFERENCES hooks ON DELETE CASCADE,
  at_ms bigint NOT NULL,
  address text,
  action text,
  outcome text NOT NULL CHECK (outcome IN ('taken', 'duplicate', 'refused')),
  -- In words, for the owner.
  detail text NOT NULL,
  -- As its sender calls the signal; of one that was taken only, so that another may be tried again.
  call_id text
);

CREATE UNIQUE INDEX hook_calls_by_name ON hook_calls (hook_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX hook_calls_of_hook ON hook_calls (hook_id, sequence DESC);
