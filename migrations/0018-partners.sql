-- Partners, who embed the service in their own product, and their customers. An end user is a
-- tenant: a row of `users` without keys of its own, whose accounts and bots nobody else reaches.

CREATE TABLE partners (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users,
  -- Codes of the exchanges that its end users may be at.
  exchanges text[] NOT NULL,
  -- Markets enabled one by one; an exchange of which none stands here is enabled whole.
  market_tags text[] NOT NULL,
  created_at_ms bigint NOT NULL
);

-- What a partner pays from an instant on; never changed, so that a past period is billed as ever.
CREATE TABLE partner_tariffs (
  partner_id text COLLATE "C" NOT NULL REFERENCES partners,
  from_ms bigint NOT NULL,
  -- JSON: currency, and prices by what is counted.
  tariff text NOT NULL,
  PRIMARY KEY (partner_id, from_ms)
);

CREATE TABLE end_users (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users,
  partner_id text COLLATE "C" NOT NULL REFERENCES partners,
  -- The partner's own name of its customer.
  external_id text COLLATE "C" NOT NULL,
  exchange text NOT NULL,
  is_simulated boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  -- Kept, because reports on the past name it.
  deleted_at_ms bigint
);

CREATE UNIQUE INDEX end_users_external ON end_users (partner_id, external_id)
  WHERE deleted_at_ms IS NULL;
CREATE INDEX end_users_of_partner ON end_users (partner_id, user_id);

-- What signs in at a real exchange, sealed under the master key and bound to the account.
CREATE TABLE account_credentials (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts,
  sealed bytea NOT NULL
);

ALTER TABLE api_keys
  -- Networks from which the key may be used; none: from anywhere.
  ADD COLUMN addresses text[] NOT NULL DEFAULT '{}',
  -- The only end user that the key reaches; null: all of its partner.
  ADD COLUMN end_user_id text COLLATE "C" REFERENCES end_users;

CREATE INDEX api_keys_of_end_user ON api_keys (end_user_id) WHERE end_user_id IS NOT NULL;
