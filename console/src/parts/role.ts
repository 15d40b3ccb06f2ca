// Roles: their names, and what they may do.

export type Role = 'owner' | 'trader' | 'read_only';

export const ROLE_NAMES = {
  owner: 'Owner',
  trader: 'Trader',
  read_only: 'Read only',
} as const satisfies Record<Role, string>;

export const ROLE_TEXTS = {
  owner: 'Can trade, manage users, and see the state of the installation.',
  trader: 'Can use everything of their own.',
  read_only: 'Can view their own data, read-only.',
} as const satisfies Record<Role, string>;
