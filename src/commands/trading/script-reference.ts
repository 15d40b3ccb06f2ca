// References in the texts of a script: its own account, a market, a position. A market is named by
// its tag, or by the text that holds account, market and leverage together.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MarketFacts } from '#engine/run-api/market-api.ts';
import { LuaError } from '#lua/runtime/script-fault.ts';

const SEPARATOR = '|';

/** One text for account, market and leverage, which scripts may pass wherever a market is named. */
export function accountMarketText(accountId: string, marketTag: string, leverage: number): string {
  return [accountId, marketTag, leverage].join(SEPARATOR);
}

/** The tag; null, which stands for the trade market, when the script named none. */
export function marketReference(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  return text.includes(SEPARATOR) ? (text.split(SEPARATOR)[1] ?? null) : text;
}

/** Throws LuaError when there is no such market. */
export function marketFacts(context: CommandContext, text: string | undefined): MarketFacts {
  const facts = context.markets.facts(marketReference(text));
  if (facts === null) throw new LuaError(`there is no market '${text ?? ''}'`);
  return facts;
}

/** Accepts the bot's market, named or left out. */
export function isTradeMarket(context: CommandContext, text: string | undefined): boolean {
  const { marketTag } = context.settings;
  return (marketReference(text) ?? marketTag) === marketTag;
}

/** Null when the script named none; an empty text, as memory often holds, names none. */
export function positionReference(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** Whether the text names the account of the bot. A bot trades and reads its own account alone. */
export function isOwnAccount(context: CommandContext, text: string | undefined): boolean {
  if (text === undefined || text === '') return true;
  return text.split(SEPARATOR)[0] === context.settings.accountId;
}

/** Throws LuaError on any other account than the bot's own. */
export function requireOwnAccount(context: CommandContext, text: string | undefined): void {
  if (isOwnAccount(context, text)) return;
  throw new LuaError(`account '${text ?? ''}' is not the account of this bot`);
}
