// Texts of the switch that stops everything.

import { wordsOf } from './language.ts';

const counted = (count: number, what: string): string =>
  `${count} ${count === 1 ? what : `${what}s`}`;

const ENGLISH = {
  title: 'Stop everything?',
  whatStops: (running: number) =>
    running === 0
      ? 'No bot is running; one that starts meanwhile is stopped within seconds'
      : running === 1
        ? 'One bot is stopped within seconds'
        : `All ${running} running bots are stopped within seconds`,
  where: (accounts: number, real: number) => {
    const all = accounts === 1 ? 'on the one account' : `on all ${accounts} accounts`;
    if (real === 0) return all;
    return accounts === 1 ? `${all}, with real money` : `${all}, ${real} of them with real money`;
  },
  untilStarted: 'They stay stopped until you start them again.',
  cancels: 'Cancel every working order, those placed by hand too',
  closes: 'Close at market what is held; on spot what bots bought',
  stopping: 'Stopping…',
  again: 'Stop again',
  stopped: (bots: number, orders: number, closing: number) =>
    `${counted(bots, 'bot')} stopped, ${counted(orders, 'order')} cancelled` +
    `${closing === 0 ? '' : `, ${closing} orders close what was held`}.`,
  positionsLeft: (count: number) =>
    `${counted(count, 'position')} could not be closed and ${count === 1 ? 'stays' : 'stay'}.`,
  refused: 'The exchange refused it: stop again.',
  notReached: 'Your accounts could not be reached in time: stop again.',
  left: (orders: number, accounts: number) =>
    `${counted(orders, 'order')} still open, ` +
    `${counted(accounts, 'account')} not done in time: stop again.`,
} as const;

export type StopWords = typeof ENGLISH;
export const STOP = wordsOf('stop', ENGLISH);
