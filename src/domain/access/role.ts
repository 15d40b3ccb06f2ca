// Roles of users who sign in: one for the pages of the operator, and the scopes that its sessions
// carry.

import type { Scope } from '#domain/access/scope.ts';

export const ROLES = ['owner', 'trader', 'read_only'] as const;
export type Role = (typeof ROLES)[number];

/** Empty: unrestricted, as with keys. Reading is all that is left to who only looks. */
export function scopesOfRole(role: Role): readonly Scope[] {
  return role === 'read_only' ? ['read'] : [];
}
