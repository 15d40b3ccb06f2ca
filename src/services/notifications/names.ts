// Names, as people call them, for the ids in a message's events.

import type { Market } from '#venue-port/market/market.ts';

export type NamedAccount = {
  readonly name: string;
  readonly exchange: string;
  readonly isPlayMoney: boolean;
};

export type NamedBot = { readonly name: string; readonly accountId: string };

/** What is missing was deleted, or its exchange did not respond: the id stands in for it. */
export type Names = {
  readonly bots: ReadonlyMap<string, NamedBot>;
  readonly accounts: ReadonlyMap<string, NamedAccount>;
  readonly markets: ReadonlyMap<string, Market>;
  /** Names of exchanges by their codes. */
  readonly exchanges: ReadonlyMap<string, string>;
};

/** ` (play money)` behind what happened to such an account. */
export function playMark(names: Names, accountId: string | null): string {
  const account = accountId === null ? undefined : names.accounts.get(accountId);
  return account?.isPlayMoney === true ? ' (play money)' : '';
}

/** Name of a bot; its id where the name is unknown. */
export function botName(names: Names, botId: string): string {
  return names.bots.get(botId)?.name ?? botId;
}

/** Name of an account; its id where the name is unknown. */
export function accountName(names: Names, accountId: string): string {
  return names.accounts.get(accountId)?.name ?? accountId;
}

/** Name of an exchange by its code in any case; the code where the name is unknown. */
export function exchangeName(names: Names, code: string): string {
  return names.exchanges.get(code.toLowerCase()) ?? code;
}

/** `BTC/USDT`, or the tag where the market is not known. */
export function marketName(names: Names, marketTag: string | null): string {
  const market = marketTag === null ? undefined : names.markets.get(marketTag);
  if (market === undefined) return marketTag ?? 'a market that is not known';
  const { contract, base, quote } = market;
  return contract === null ? `${base}/${quote}` : `${base}/${quote} futures`;
}
