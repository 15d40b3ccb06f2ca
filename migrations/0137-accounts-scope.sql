-- A right of its own for connecting accounts; keys that were made before do not have it.
ALTER TABLE api_keys
  DROP CONSTRAINT api_keys_scopes_check,
  ADD CONSTRAINT api_keys_scopes_check CHECK (
    scopes <@ ARRAY[
      'read', 'bots', 'scripts', 'labs', 'trading', 'accounts', 'whitelabel', 'partner'
    ]
  );
