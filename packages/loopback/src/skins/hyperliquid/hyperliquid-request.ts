// Request to Hyperliquid: its kind, and the account that it is about.

import type { Account, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import type { MarginMode } from '#loopback/exchange/exchange.ts';
import type { Distortion, Operation, VenueReply } from '#loopback/skins/skin.ts';
import { UnreadableBody } from '#loopback/skins/hyperliquid/hyperliquid-errors.ts';

export type Words = Readonly<Record<string, unknown>>;

export type Question = {
  readonly exchange: Exchange;
  readonly words: Words;
  readonly distortion: Distortion;
};

export type QuestionKind = {
  readonly operation: Operation;
  readonly weight: number;
  /** All that it knows beside its type; another one is refused here. */
  readonly takes: readonly string[];
  readonly run: (question: Question) => VenueReply;
};

export type Questions = Readonly<Record<string, QuestionKind>>;

/** Object of a body. Throws `UnreadableBody` for anything else. */
export function wordsOf(value: unknown): Words {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableBody('no object');
  return value as Words;
}

/** Text of a key. Throws `UnreadableBody` for anything else. */
export function textOf(words: Words, name: string): string {
  const value = words[name];
  if (typeof value !== 'string') throw new UnreadableBody(name);
  return value;
}

/** Whole number of a key. Throws `UnreadableBody` for anything else. */
export function wholeOf(words: Words, name: string): number {
  const value = words[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new UnreadableBody(name);
  return value;
}

/** Until now where nothing is named. */
export function endIn(words: Words, nowMs: number): number {
  return words['endTime'] === undefined ? nowMs : Math.min(wholeOf(words, 'endTime'), nowMs);
}

/** Markets have numbers by their places. */
export function marketsOf(exchange: Exchange): readonly MarketState[] {
  return [...exchange.markets.values()];
}

/** Market of the key `coin`. Throws `UnreadableBody` for an unknown one. */
export function marketOfCoin({ exchange, words }: Question): MarketState {
  const coin = textOf(words, 'coin');
  const market = marketsOf(exchange).find(({ terms }) => terms.base === coin);
  if (market === undefined) throw new UnreadableBody('coin');
  return market;
}

/** Of the address that is named; each key of an account here has an address of its own. */
export function userOf({ exchange, words }: Question): Account | null {
  const key = exchange.keys.get(textOf(words, 'user'));
  return key === undefined ? null : accountOf(exchange, key.accountId);
}

/** The same whatever key is used. */
export function addressOfAccount({ uid }: Account): string {
  return `0x${uid.toString(16).padStart(40, '0')}`;
}

const MODES = new WeakMap<Account, Map<string, MarginMode>>();

/** Of each market by itself; cross until it is set. */
export function modesOf(account: Account): Map<string, MarginMode> {
  const modes = MODES.get(account) ?? new Map<string, MarginMode>();
  MODES.set(account, modes);
  return modes;
}

/** Margin mode of a market; cross unless it was set. */
export function modeOf(account: Account, marketKey: string): MarginMode {
  return modesOf(account).get(marketKey) ?? 'cross';
}
