// Brackets as their owner is shown them: what is held, and what of it is protected by orders that
// surely work. An exit whose outcome is not known protects nothing.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { BracketOutcome } from '#domain/strategy/bracket-standing.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { StrategyBot } from '#ports/stores/bot-store.ts';
import type { ShownExits } from '#services/brackets/shown-exits.ts';
import { exitOrders, shownExits, wantsStop } from '#services/brackets/shown-exits.ts';
import { shownOrders } from '#services/orders/unreadable-orders.ts';

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
  readonly exits: ShownExits;
  /** Those that work. */
  readonly orders: readonly Order[];
};

/** Throws Failure. */
export async function showBrackets(
  deps: ShowBracketsDeps,
  brackets: readonly StrategyBot[],
): Promise<readonly ShownBracket[]> {
  const shown: ShownBracket[] = [];
  for (const bracket of brackets)
    shown.push(shownBracket(bracket, await bracketOrders(deps, bracket.botId)));
  return shown;
}

/** Those that work. One that cannot be read protects nothing, as far as is known. */
export async function bracketOrders(
  { botRuns }: ShowBracketsDeps,
  bracketId: string,
): Promise<readonly Order[]> {
  return shownOrders((onUnreadable) => botRuns.listWorkingBotOrders(bracketId, onUnreadable));
}

/** Bracket with its state and the amount that its working exit orders protect. */
export function shownBracket(bracket: StrategyBot, orders: readonly Order[]): ShownBracket {
  const protectedAmount = protectedBy(bracket, orders);
  const { bracket: standing, isActivated, stopReason } = bracket;
  const parts = { bracket, protectedAmount, exits: shownExits(bracket, orders), orders };
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

/**
 * By its stops; without one, by its targets. No more than is held and has an exit. While a stop is
 * moved a part has two: where one of them may not work, those at one price alone are counted.
 */
function protectedBy(bracket: StrategyBot, orders: readonly Order[]): Decimal {
  const { bracket: standing } = bracket;
  if (standing === null) return ZERO;
  const isStop = wantsStop(bracket);
  const exits = exitOrders(bracket, orders).filter(({ type }) => (type !== 'limit') === isStop);
  const sure = exits.filter(({ state }) => state === 'open');
  const isOnce = !isStop || sure.length === exits.length;
  const leftAt = new Map<Decimal | null, bigint>();
  for (const { terms, amount, filledAmount } of sure) {
    const at = isOnce ? null : terms.triggerPrice;
    leftAt.set(at, (leftAt.get(at) ?? 0n) + amount - filledAmount);
  }
  const covered = [...leftAt.values()].reduce((most, left) => (left > most ? left : most), 0n);
  const most = standing.heldAmount - standing.uncoveredAmount;
  return (covered < most ? covered : most) as Decimal;
}
