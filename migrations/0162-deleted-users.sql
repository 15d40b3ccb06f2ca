-- Users that are deleted keep their row, because orders, books and the audit log name them. From
-- the beginning of the deletion nothing of theirs signs in; at its end the name is free again.

ALTER TABLE users
  ADD COLUMN deletion_began_at_ms bigint,
  ADD COLUMN deleted_at_ms bigint,
  ADD CHECK (deleted_at_ms IS NULL OR deletion_began_at_ms IS NOT NULL);

ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_act_check;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_act_check CHECK (act IN (
  'sign_in', 'sign_in_failed', 'sign_in_link_made', 'sign_out', 'session_ended', 'confirmed',
  'confirm_failed', 'password_set', 'second_factor_set', 'second_factor_removed',
  'recovery_codes_made', 'recovery_code_used', 'passkey_made', 'passkey_removed', 'passkey_copied',
  'role_set', 'user_created', 'user_deletion_begun', 'user_deleted', 'plan_set', 'key_created',
  'key_enabled', 'key_disabled', 'key_deleted', 'request'
));
