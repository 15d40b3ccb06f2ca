-- Wallets of users at exchanges, simulated or real.

CREATE TABLE accounts (
  account_id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  name text NOT NULL,
  exchange text NOT NULL,
  market_type text NOT NULL CHECK (market_type IN ('spot', 'futures')),
  is_simulated boolean NOT NULL,
  is_test_net boolean NOT NULL,
  status text NOT NULL
    CHECK (status IN ('connected', 'invalid_credentials', 'disabled', 'unknown')),
  position_mode text CHECK (position_mode IN ('one_way', 'hedge')),
  margin_mode text CHECK (margin_mode IN ('cross', 'isolated')),
  allows_bots boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint
);

CREATE INDEX accounts_of_user ON accounts (user_id, account_id);
