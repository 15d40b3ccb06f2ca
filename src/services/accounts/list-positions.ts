// An account's open positions, as its exchange says, each with the bot that it belongs to. Spot
// accounts have none.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { VenuePosition } from '#venue-port/exchange/exchange.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import { readableRows } from '#services/accounts/readable-rows.ts';
import { fromStoredForm } from '#lib/stored-form.ts';

export type AccountPosition = VenuePosition & {
  readonly accountId: string;
  /** The bot whose it is, whole; null for what was traded by hand, or by several. */
  readonly botId: string | null;
};

export type ListPositionsDeps = AccountDeps & {
  readonly botRuns: Pick<BotRunStore, 'listHolders'>;
};

/** What a bot holds of a market: the sum of its positions, shorts below zero. */
type Holding = { readonly botId: string; readonly marketTag: string; readonly net: Decimal };

export type ListedPositions = {
  readonly positions: readonly AccountPosition[];
  /** Why a position is missing, in words; null: none is. */
  readonly unreadable: string | null;
};

/** Newest first. */
export async function listPositions(
  deps: ListPositionsDeps,
  query: { readonly caller: Principal; readonly accountId: string },
): Promise<Result<ListedPositions, 'account_not_found'>> {
  const found = await accountOf(deps, query.caller, query.accountId);
  if (!found.ok) return found;
  const { account, exchange } = found.value;
  const { rows: positions, unreadable } = await readableRows((wanted) =>
    exchange.fetchPositions(account, wanted),
  );
  if (positions.length === 0) return accepted({ positions: [], unreadable });
  const { userId, accountId } = account;
  const holders = await deps.botRuns.listHolders(userId, accountId);
  const holdings = holders.flatMap(({ botId, positions: stored }) => holdingsOf(botId, stored));
  const listed = positions
    .map((position) => ({ ...position, accountId, botId: ownerOf(position, holdings) }))
    .sort((left, right) => right.openedAtMs - left.openedAtMs);
  return accepted({ positions: listed, unreadable });
}

/** None of a bot whose record cannot be read: its positions are shown as nobody's. */
function holdingsOf(botId: string, stored: string): readonly Holding[] {
  try {
    return netsOf(botId, fromStoredForm(stored) as readonly BacktestPosition[]);
  } catch {
    return [];
  }
}

function netsOf(botId: string, positions: readonly BacktestPosition[]): readonly Holding[] {
  const nets = new Map<string, Decimal>();
  for (const { marketTag, direction, amount } of positions) {
    const signed = (direction === 'long' ? amount : -amount) as Decimal;
    nets.set(marketTag, addDecimal(nets.get(marketTag) ?? ZERO, signed));
  }
  return [...nets].map(([marketTag, net]) => ({ botId, marketTag, net }));
}

function ownerOf(
  { marketTag, direction, amount }: VenuePosition,
  holdings: readonly Holding[],
): string | null {
  const [only, ...others] = holdings.filter((each) => each.marketTag === marketTag);
  if (only === undefined || others.length > 0) return null;
  return only.net === (direction === 'long' ? amount : -amount) ? only.botId : null;
}
