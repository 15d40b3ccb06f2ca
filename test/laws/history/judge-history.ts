// Judge of the law: a bot that starts at an instant gives the same values, signals and orders from
// then on as a backtest that starts trading at that instant.

import { isDeepStrictEqual } from 'node:util';
import type { BothRuns } from './run-both.ts';

const LISTS = ['lines', 'series', 'orders'] as const;

/**
 * Null: they are the same; else the first difference, in words. Of the lines only those that begin
 * with a text are compared.
 */
export function firstDifference({ bot, backtest }: BothRuns, beginning = ''): string | null {
  for (const list of LISTS) {
    const isRead = (each: string): boolean => list !== 'lines' || each.startsWith(beginning);
    const [left, right] = [bot[list].filter(isRead), backtest[list].filter(isRead)];
    for (let at = 0; at < Math.max(left.length, right.length); at += 1)
      if (left[at] !== right[at]) return describe(`${list} ${at}`, left[at], right[at]);
  }
  const calls = new Set([...Object.keys(bot.securities), ...Object.keys(backtest.securities)]);
  for (const call of calls) {
    const [left, right] = [bot.securities[call], backtest.securities[call]];
    if (!isDeepStrictEqual(left, right))
      return describe(`call ${call}`, String(left), String(right));
  }
  return null;
}

const SHOWN_BEFORE = 40;
const SHOWN_LENGTH = 140;

/** From somewhat before the place where they part. */
function describe(what: string, left = '', right = ''): string {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const shown = (text: string): string =>
    text.slice(Math.max(0, at - SHOWN_BEFORE), at + SHOWN_LENGTH);
  return `${what}: the bot has "${shown(left)}", the backtest "${shown(right)}"`;
}
