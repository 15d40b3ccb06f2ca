-- A right of its own for the audit log, keys and users; keys that were made before do not have it.
ALTER TABLE api_keys
  DROP CONSTRAINT api_keys_scopes_check,
  ADD CONSTRAINT api_keys_scopes_check CHECK (
    scopes <@ ARRAY[
      'read', 'bots', 'scripts', 'labs', 'trading', 'accounts', 'admin', 'whitelabel', 'partner'
    ]
  );
