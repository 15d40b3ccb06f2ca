// The places of the console in the order of the rail. A page that people go to by itself has a line
// here, from which follow the rail, the bar of phones, the palette and the keys `g` and a letter.

import type { IconName } from '../parts/icons.tsx';
import type { SignedIn } from '../api/wire.ts';
import type { Role } from '../parts/role.ts';
import { FRAME } from '../words/frame.ts';

type PlaceOf<To> = {
  readonly to: To;
  readonly text: string;
  readonly icon: IconName;
  /** Goes there after `g`; null: none. */
  readonly key: string | null;
  readonly group: string;
  /** Whether the bar of phones has it; all others are behind its last button. */
  readonly isOnBar?: boolean;
  /** Roles that may not see it. */
  readonly isHiddenTo?: readonly Role[];
  /** Whether only who has end users sees it. */
  readonly isOfPartners?: boolean;
};

const placesOf = <const To extends string>(places: readonly PlaceOf<To>[]) => places;

export const PLACES = placesOf([
  { to: '/', text: FRAME.home, icon: 'home', key: 'h', group: FRAME.trade, isOnBar: true },
  {
    to: '/markets',
    text: FRAME.markets,
    icon: 'markets',
    key: 'm',
    group: FRAME.trade,
    isOnBar: true,
  },
  { to: '/bots', text: FRAME.bots, icon: 'bots', key: 'b', group: FRAME.trade, isOnBar: true },
  {
    to: '/accounts',
    text: FRAME.accounts,
    icon: 'accounts',
    key: 'a',
    group: FRAME.trade,
    isOnBar: true,
  },
  { to: '/scripts', text: FRAME.scripts, icon: 'scripts', key: 's', group: FRAME.research },
  { to: '/backtests', text: FRAME.backtests, icon: 'backtests', key: 't', group: FRAME.research },
  { to: '/labs', text: FRAME.labs, icon: 'labs', key: 'l', group: FRAME.research },
  { to: '/series', text: FRAME.series, icon: 'series', key: 'd', group: FRAME.research },
  {
    to: '/partner',
    text: FRAME.partner,
    icon: 'partner',
    key: 'p',
    group: FRAME.manage,
    isHiddenTo: ['read_only'],
    isOfPartners: true,
  },
  { to: '/settings', text: FRAME.settings, icon: 'settings', key: ',', group: FRAME.manage },
  {
    to: '/audit',
    text: FRAME.audit,
    icon: 'audit',
    key: 'e',
    group: FRAME.manage,
    isHiddenTo: ['read_only'],
  },
  {
    to: '/users',
    text: FRAME.users,
    icon: 'users',
    key: 'u',
    group: FRAME.manage,
    isHiddenTo: ['read_only', 'trader'],
  },
  {
    to: '/operator',
    text: FRAME.operator,
    icon: 'operator',
    key: 'o',
    group: FRAME.manage,
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
