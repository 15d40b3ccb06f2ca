// Closes what an account holds with market orders: first what its bots hold, under names that their
// runs know, so that they hear of it. On futures the rest of what the exchange shows follows; on
// spot it shows no positions.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import { HELD_NOTHING } from '#ports/stores/bot-run-store.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Bot, BotStore } from '#ports/stores/bot-store.ts';
import type { VenuePosition } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { readableRows } from '#services/accounts/readable-rows.ts';
import type { Cover, HeldPart } from '#services/bots/close-bot-positions.ts';
import { closeBotPositions } from '#services/bots/close-bot-positions.ts';
import { CLOSING_ORDERS_MAX, closePosition } from '#services/orders/close-position.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';

export type CloseAccountPositionsDeps = OrderDeps & {
  readonly bots: Pick<BotStore, 'followBot' | 'listBots' | 'windDownBot'>;
  readonly botRuns: Pick<BotRunStore, 'findPositions' | 'findRun' | 'listHolders'>;
};

const BOTS_PER_PAGE = 500;

export type ClosedPositions = {
  /** Orders that were accepted. */
  readonly ordersCount: number;
  /** Positions that stay, and those of them that a repetition may close. */
  readonly leftCount: number;
  readonly refusedCount: number;
};

const NOTHING: ClosedPositions = { ordersCount: 0, leftCount: 0, refusedCount: 0 };

/** Throws Failure and OutcomeUnknown. */
export async function closeAccountPositions(
  deps: CloseAccountPositionsDeps,
  at: AccountAtExchange,
  derivationId: string,
): Promise<ClosedPositions> {
  if (at.account.marketType === 'spot') {
    const closed = await closeBots(deps, at, null);
    const failure = closed.failure ?? (await unlistedHolder(deps, at, closed.botIds));
    if (failure !== null) throw failure;
    return closed.counts;
  }
  const { rows: positions, unreadable } = await readableRows((wanted) =>
    at.exchange.fetchPositions(at.account, wanted),
  );
  const cover = coverOf(positions);
  const closed = await closeBots(deps, at, cover);
  const rest = await closeRest(deps, at, { positions, cover, derivationId });
  // The others are closed by now; what cannot be read is not known to be.
  if (unreadable !== null) throw new Failure('corrupt_reply', unreadable);
  if (closed.failure !== null) throw closed.failure;
  // What could not be closed for a bot was tried once more with the rest.
  return { ...rest, ordersCount: closed.counts.ordersCount + rest.ordersCount };
}

function sumOf(one: ClosedPositions, other: ClosedPositions): ClosedPositions {
  return {
    ordersCount: one.ordersCount + other.ordersCount,
    leftCount: one.leftCount + other.leftCount,
    refusedCount: one.refusedCount + other.refusedCount,
  };
}

function directionOf({ amount }: HeldPart): VenuePosition['direction'] {
  return amount > ZERO ? 'long' : 'short';
}

/** Counted down by what was sent: the exchange may show it for a while. */
function coverOf(positions: readonly VenuePosition[]): Cover {
  const left = new Map<string, Decimal>();
  const keyOf = (part: HeldPart): string => `${directionOf(part)} ${part.marketTag}`;
  for (const { marketTag, direction, amount } of positions) {
    const key = `${direction} ${marketTag}`;
    left.set(key, addDecimal(left.get(key) ?? ZERO, amount));
  }
  return {
    partOf(part) {
      const there = left.get(keyOf(part)) ?? ZERO;
      if (directionOf(part) === 'long') return part.amount < there ? part.amount : there;
      const owed = subtractDecimal(ZERO, there);
      return part.amount > owed ? part.amount : owed;
    },
    take(part) {
      const there = left.get(keyOf(part)) ?? ZERO;
      const isLong = directionOf(part) === 'long';
      const rest = isLong ? subtractDecimal(there, part.amount) : addDecimal(there, part.amount);
      left.set(keyOf(part), rest);
    },
  };
}

type Rest = {
  readonly positions: readonly VenuePosition[];
  readonly cover: Cover;
  readonly derivationId: string;
};

/** What bots do not hold. */
async function closeRest(
  deps: CloseAccountPositionsDeps,
  at: AccountAtExchange,
  { positions, cover, derivationId }: Rest,
): Promise<ClosedPositions> {
  const { accountId } = at.account;
  let counts = NOTHING;
  for (const { positionId, marketTag, direction, amount: whole } of positions) {
    const isLong = direction === 'long';
    const part = { marketTag, amount: isLong ? whole : subtractDecimal(ZERO, whole) };
    const rest = { marketTag, amount: cover.partOf(part) };
    if (rest.amount === ZERO) continue;
    cover.take(rest);
    const amount = isLong ? rest.amount : subtractDecimal(ZERO, rest.amount);
    const name = `close:${accountId}:${positionId}:${derivationId}`;
    const identities = Array.from({ length: CLOSING_ORDERS_MAX }, (_, index) =>
      orderIdentity(deps.digest, index === 0 ? name : `${name}:${index + 1}`),
    );
    const side = isLong ? 'sell' : 'buy';
    const closing = { marketTag, side, amount, identities, botId: null } as const;
    const { ordersCount, left, isTooLittle } = await closePosition(deps, at, closing);
    const leftCount = left === null ? 0 : 1;
    const refusedCount = isTooLittle ? 0 : leftCount;
    counts = sumOf(counts, { ordersCount, leftCount, refusedCount });
  }
  return counts;
}

type ClosedBots = {
  readonly counts: ClosedPositions;
  /** Of which what is stored, or what their exchange shows, could be read. */
  readonly botIds: ReadonlySet<string>;
  /** Of the first of the others. */
  readonly failure: Failure | null;
};

/**
 * One after the other: what one bot sells is not there for the next. One that cannot be read keeps
 * no other one from being closed.
 */
async function closeBots(
  deps: CloseAccountPositionsDeps,
  at: AccountAtExchange,
  cover: Cover | null,
): Promise<ClosedBots> {
  const { userId, accountId } = at.account;
  const botIds = new Set<string>();
  let counts = NOTHING;
  let failure: Failure | null = null;
  for (let afterId: string | null = null; ;) {
    const page: readonly Bot[] = await deps.bots.listBots(userId, afterId, BOTS_PER_PAGE);
    for (const bot of page) {
      if (bot.accountId !== accountId) continue;
      try {
        if (await mayHold(deps, bot)) counts = sumOf(counts, await closeBot(deps, at, bot, cover));
        botIds.add(bot.botId);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'corrupt_reply') throw error;
        deps.log.warn('risk.bot_failing', { bot_id: bot.botId, cause: error.message });
        failure ??= error;
      }
    }
    if (page.length < BOTS_PER_PAGE) return { counts, botIds, failure };
    afterId = page.at(-1)?.botId ?? null;
  }
}

async function closeBot(
  deps: CloseAccountPositionsDeps,
  at: AccountAtExchange,
  bot: Bot,
  cover: Cover | null,
): Promise<ClosedPositions> {
  const { userId, botId } = bot;
  await deps.bots.followBot(userId, botId);
  const { ordersCount, left, refusedCount } = await closeBotPositions(deps, at, bot, cover);
  // So that its run is informed of the fills.
  await deps.bots.windDownBot(userId, botId, deps.clock.nowMs(), left);
  return { ordersCount, leftCount: left.length, refusedCount };
}

/** A bot that holds something and is in no list of bots, because it cannot be read. */
async function unlistedHolder(
  { botRuns }: CloseAccountPositionsDeps,
  { account: { userId, accountId } }: AccountAtExchange,
  botIds: ReadonlySet<string>,
): Promise<Failure | null> {
  const holders = await botRuns.listHolders(userId, accountId);
  const unlisted = holders.find(({ botId }) => !botIds.has(botId));
  if (unlisted === undefined) return null;
  const detail = `The record of bot "${unlisted.botId}" cannot be read: what it holds stays.`;
  return new Failure('corrupt_reply', detail, { source: 'store' });
}

/** Spares the fills of an account from being read for each bot that has ended long ago. */
async function mayHold(
  { botRuns }: CloseAccountPositionsDeps,
  { botId, activation }: Bot,
): Promise<boolean> {
  const run = await botRuns.findRun(botId, activation);
  if (run === null) return false;
  if (run.openCount > 0) return true;
  return (await botRuns.findPositions(botId))?.positions !== HELD_NOTHING;
}
