// Roles: their names, and what they may do.

export type Role = 'owner' | 'trader' | 'read_only';

export const ROLE_NAMES = {
  owner: 'Owner',
  trader: 'Trader',
  read_only: 'Read only',
} as const satisfies Record<Role, string>;

export const ROLE_TEXTS = {
  owner: 'Trades, manages users, and sees the state of the installation.',
  trader: 'Does everything with what is its own.',
  read_only: 'Sees what is its own, and changes nothing.',
} as const satisfies Record<Role, string>;
