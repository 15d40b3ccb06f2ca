// Brackets as their owner is shown them: what is held, and what of it is protected by orders that
// surely work. An exit whose outcome is not known protects nothing.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Order } from '#domain/order/order.ts';
import type { BracketOutcome } from '#domain/strategy/bracket-standing.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { StrategyBot } from '#ports/stores/bot-store.ts';

export const BRACKET_STATES = [
  'entering',
  'protecting',
  'protected',
  'unprotected',
  'closing',
  'ended',
] as const;
export type BracketState = (typeof BRACKET_STATES)[number];

export type ShowBracketsDeps = { readonly botRuns: Pick<BotRunStore, 'listWorkingBotOrders'> };

export type ShownBracket = {
  readonly bracket: StrategyBot;
  readonly state: BracketState;
  readonly outcome: BracketOutcome | null;
  /** Why something has no exit, or why it ended; null: nothing to say. */
  readonly reason: string | null;
  readonly protectedAmount: Decimal;
  /** Those that work. */
  readonly orders: readonly Order[];
};

/** Throws Failure. */
export async function showBrackets(
  deps: ShowBracketsDeps,
  brackets: readonly StrategyBot[],
): Promise<readonly ShownBracket[]> {
  const shown: ShownBracket[] = [];
  for (const bracket of brackets) {
    const orders = await deps.botRuns.listWorkingBotOrders(bracket.botId);
    shown.push(shownBracket(bracket, orders));
  }
  return shown;
}

export function shownBracket(bracket: StrategyBot, orders: readonly Order[]): ShownBracket {
  const protectedAmount = protectedBy(bracket, orders);
  const { bracket: standing, isActivated, stopReason } = bracket;
  const parts = { bracket, protectedAmount, orders };
  const outcome = standing?.outcome ?? null;
  if (isActivated) {
    const state = stateOf(bracket, protectedAmount);
    return { ...parts, state, outcome: null, reason: standing?.reason ?? null };
  }
  const ownReason = standing?.phase === 'done' ? standing.reason : stopReason;
  return { ...parts, state: 'ended', outcome, reason: ownReason };
}

function stateOf({ bracket: standing }: StrategyBot, protectedAmount: Decimal): BracketState {
  if (standing === null || standing.heldAmount === ZERO) return 'entering';
  if (standing.phase === 'closing') return 'closing';
  if (protectedAmount >= standing.heldAmount) return 'protected';
  return standing.uncoveredAmount > ZERO ? 'unprotected' : 'protecting';
}

/** By its stops; without one, by its targets. No more than is held. */
function protectedBy({ brain, bracket }: StrategyBot, orders: readonly Order[]): Decimal {
  const held = bracket?.heldAmount ?? ZERO;
  const hasStop = (brain.config['stop_price'] ?? null) !== null;
  const side = brain.config['direction'] === 'short' ? 'buy' : 'sell';
  const sum = orders
    .filter((order) => order.side === side && order.state === 'open')
    .filter(({ type }) => (type === 'limit') !== hasStop)
    .reduce((total, { amount, filledAmount }) => total + amount - filledAmount, 0n);
  return (sum < held ? sum : held) as Decimal;
}
