// The places of the console in the order of the rail. A page that people go to by itself has a line
// here, from which follow the rail, the bar of phones, the palette and the keys `g` and a letter.

import type { IconName } from '../parts/icons.tsx';
import type { SignedIn } from '../api/wire.ts';
import type { Role } from '../parts/role.ts';

type PlaceOf<To> = {
  readonly to: To;
  readonly text: string;
  readonly icon: IconName;
  /** Goes there after `g`; null: none. */
  readonly key: string | null;
  readonly group: 'Trade' | 'Research' | 'Manage';
  /** Whether the bar of phones has it; all others are behind its last button. */
  readonly isOnBar?: boolean;
  /** Roles that may not see it. */
  readonly isHiddenTo?: readonly Role[];
  /** Whether only who has end users sees it. */
  readonly isOfPartners?: boolean;
};

const placesOf = <const To extends string>(places: readonly PlaceOf<To>[]) => places;

export const PLACES = placesOf([
  { to: '/', text: 'Home', icon: 'home', key: 'h', group: 'Trade', isOnBar: true },
  { to: '/markets', text: 'Markets', icon: 'markets', key: 'm', group: 'Trade', isOnBar: true },
  { to: '/bots', text: 'Bots', icon: 'bots', key: 'b', group: 'Trade', isOnBar: true },
  { to: '/accounts', text: 'Accounts', icon: 'accounts', key: 'a', group: 'Trade', isOnBar: true },
  { to: '/scripts', text: 'Scripts', icon: 'scripts', key: 's', group: 'Research' },
  { to: '/backtests', text: 'Backtests', icon: 'backtests', key: 't', group: 'Research' },
  { to: '/labs', text: 'Labs', icon: 'labs', key: 'l', group: 'Research' },
  {
    to: '/partner',
    text: 'Partner',
    icon: 'partner',
    key: 'p',
    group: 'Manage',
    isHiddenTo: ['read_only'],
    isOfPartners: true,
  },
  { to: '/settings', text: 'Settings', icon: 'settings', key: ',', group: 'Manage' },
  {
    to: '/audit',
    text: 'Audit log',
    icon: 'audit',
    key: 'e',
    group: 'Manage',
    isHiddenTo: ['read_only'],
  },
  {
    to: '/users',
    text: 'Users',
    icon: 'users',
    key: 'u',
    group: 'Manage',
    isHiddenTo: ['read_only', 'trader'],
  },
  {
    to: '/operator',
    text: 'Operator',
    icon: 'operator',
    key: 'o',
    group: 'Manage',
    isHiddenTo: ['read_only', 'trader'],
  },
]);

/** Those that who is signed in has. */
export function placesFor(session: SignedIn | null | undefined): readonly Place[] {
  if (session === null || session === undefined) return [];
  const { role, is_partner: isPartner } = session;
  return PLACES.filter(
    ({ isHiddenTo, isOfPartners }) =>
      isHiddenTo?.includes(role) !== true && (isPartner || isOfPartners !== true),
  );
}

export type Place = (typeof PLACES)[number];
