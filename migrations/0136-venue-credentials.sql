-- Credentials of accounts at real exchanges: sealed to a key pair whose private half only the venue
-- process has, with what the venue says about the key.

-- What end users had given was sealed under the master key and never used: no exchange was real.
UPDATE accounts SET status = 'invalid_credentials'
WHERE account_id IN (SELECT account_id FROM account_credentials);
DROP TABLE account_credentials;

ALTER TABLE accounts
  DROP CONSTRAINT accounts_status_check,
  ADD CONSTRAINT accounts_status_check
    CHECK (status IN ('connected', 'read_only', 'invalid_credentials', 'disabled', 'unknown'));

-- What credentials are sealed to: one row, written when a venue process starts.
CREATE TABLE venue_key (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  public_key bytea NOT NULL CHECK (length(public_key) = 32)
);

CREATE TABLE account_credentials (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts,
  -- Of the account; here, so that an index can tell the accounts of a venue apart.
  exchange text NOT NULL,
  market_type text NOT NULL CHECK (market_type IN ('spot', 'futures')),
  account_uid text COLLATE "C" NOT NULL,
  -- Counts the credentials of the account.
  version integer NOT NULL CHECK (version > 0),
  -- Base64; null: removed.
  sealed text COLLATE "C",
  -- Of the public key that it is sealed to.
  key_id text COLLATE "C" NOT NULL,
  -- The last characters of the API key.
  hint text NOT NULL,
  can_trade boolean NOT NULL,
  can_withdraw boolean NOT NULL,
  allows_withdraw boolean NOT NULL,
  is_address_bound boolean NOT NULL,
  expires_at_ms bigint,
  permissions text[] NOT NULL,
  checked_at_ms bigint NOT NULL,
  -- Why the venue refuses them; null: it does not.
  refusal text,
  -- Those before the last rotation, for a while.
  previous_version integer,
  previous_sealed text COLLATE "C",
  previous_hint text,
  previous_until_ms bigint,
  CHECK (num_nonnulls(previous_version, previous_sealed, previous_hint, previous_until_ms) IN (0, 4))
);

-- A venue's account is connected once.
CREATE UNIQUE INDEX account_credentials_venue_account
  ON account_credentials (exchange, market_type, account_uid) WHERE sealed IS NOT NULL;

CREATE INDEX account_credentials_previous ON account_credentials (previous_until_ms)
  WHERE previous_until_ms IS NOT NULL;

CREATE INDEX account_credentials_expiry ON account_credentials (expires_at_ms)
  WHERE expires_at_ms IS NOT NULL;
