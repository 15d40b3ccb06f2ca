// Texts of the parts that pages share: what loads or failed, states of bots and accounts.

import type { Piece } from './language.ts';
import { wordsOf } from './language.ts';

const ENGLISH = {
  loading: 'Loading',
  slow: 'The service has not responded yet.',
  tryAgain: 'Try again',
  goHome: 'Go home',
  gone: 'It is not here',
  failed: 'This could not be loaded',
  goneWhy: 'It may have been deleted, or the address is mistyped.',
  noService: 'The service does not respond. It may be stopped, or the network is gone.',
  nextDue: 'The next try is due.',
  nextTry: (when: string) => `Next try ${when}.`,
  stoppedByUser: 'It was stopped by hand.',
  stoppedByRisk: '“Stop everything” or a limit stopped it.',
  stoppedByScript: 'It stopped by itself.',
  stoppedByExchange: 'Nothing was left to trade with at its exchange.',
  stoppedByService: 'It could not be resumed.',
  botsThatRan: 'Bots that ran',
  starting: 'Starting…',
  startAgain: (count: number) => `Start them again (${count})`,
  onRemoved: 'on a removed account',
  playOn: (account: string) => `play money on ${account}`,
  realOn: (account: string) => `real money on ${account}`,
  runAgain: (count: number) => (count === 1 ? '1 bot runs again.' : `${count} bots run again.`),
  notKnownNow: 'not known now',
  unpriced: (coins: string) => `Without ${coins}, which have no price there`,
  playMoney: 'Play money',
  simulated: 'Play money, simulated',
  testNet: 'Test net',
  realMoney: 'Real money',
  connected: 'Connected',
  readOnly: 'Read only',
  keyRefused: 'Key refused',
  disabled: 'Disabled',
  notKnown: 'Not known',
  cancel: 'Cancel',
  noValuesYet:
    'The line appears after two valuations: one is made each hour, and after each trade.',
  valueOverTime: (currency: string) => `Value over time, in ${currency}`,
  long: 'long',
  short: 'short',
  notANumberType: (value: Piece) => `Not a number. Type it like ${value}.`,
  thisMayBeOr: (large: Piece, small: Piece) =>
    `This may be ${large} or ${small}. Type one of them.`,
} as const;

export type PartsWords = typeof ENGLISH;
export const PARTS = wordsOf('parts', ENGLISH);
