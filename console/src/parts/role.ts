// Roles: their names, and what they may do.

import { PEOPLE } from '../words/people.ts';

export type Role = 'owner' | 'trader' | 'read_only';

export const ROLE_NAMES = {
  owner: PEOPLE.owner,
  trader: PEOPLE.trader,
  read_only: PEOPLE.readOnly,
} as const satisfies Record<Role, string>;

export const ROLE_TEXTS = {
  owner: PEOPLE.canTradeManageUsers,
  trader: PEOPLE.canUseEverythingOf,
  read_only: PEOPLE.canViewTheirOwn,
} as const satisfies Record<Role, string>;
