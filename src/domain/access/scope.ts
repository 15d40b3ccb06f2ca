// Scopes of API keys. A key with no scopes at all is unrestricted.

export const SCOPES = [
  'read',
  'bots',
  'scripts',
  'labs',
  'trading',
  /** Connects accounts of exchanges, and changes their credentials. */
  'accounts',
  /** Reads the audit log; manages keys and, for an owner, users. */
  'admin',
  'whitelabel',
  'partner',
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Whether a key with `granted` scopes may make a call that needs `needed`. Empty means
 * unrestricted.
 */
export function allows(granted: readonly Scope[], needed: Scope): boolean {
  return granted.length === 0 || granted.includes(needed);
}
