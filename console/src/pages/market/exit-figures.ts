// Money at the exits of an order in the ticket: what its stop loses and its targets bring, fees of
// both sides deducted, for display.

import type { Market } from '@tidemill/client';
import { isPositive } from '../../parts/steps.ts';
import type { Draft } from './order-types.ts';
import { TICKET } from '../../words/ticket.ts';

export type ExitFigures = {
  readonly currency: string;
  /** Below zero where it is lost; null: it has no such exit. */
  readonly atStop: number | null;
  readonly atTargets: number | null;
  /** What the targets bring for each unit that the stop loses; null: one of them is missing. */
  readonly ratio: number | null;
};

/** Null where nothing can be said: no amount, no price, or a contract that is not linear. */
export function exitFigures(
  draft: Draft,
  market: Market,
  price: string | null,
): ExitFigures | null {
  const { contract } = market;
  const entry = Number(draft.type === 'limit' ? draft.price : (price ?? ''));
  if (!isPositive(draft.amount) || !(entry > 0)) return null;
  if (contract !== null && contract.type !== 'vanilla') return null;
  const amount = Number(draft.amount) * Number(contract?.contract_value ?? 1);
  const sign = draft.side === 'buy' ? 1 : -1;
  const [taker, maker] = [Number(market.taker_fee) / 100, Number(market.maker_fee) / 100];
  const entryFee = draft.type === 'limit' ? maker : taker;
  const gainAt = (exit: number, share: number, fee: number): number => {
    const part = amount * share;
    return sign * (exit - entry) * part - part * (entry * entryFee + exit * fee);
  };
  const targets = [draft.target, draft.secondTarget].filter(isPositive).map(Number);
  const atStop = isPositive(draft.stop) ? gainAt(Number(draft.stop), 1, taker) : null;
  const atTargets =
    targets.length === 0
      ? null
      : targets.reduce((sum, exit) => sum + gainAt(exit, 1 / targets.length, maker), 0);
  const hasBoth = atStop !== null && atTargets !== null && atStop < 0 && atTargets > 0;
  const ratio = hasBoth ? atTargets / -atStop : null;
  return { currency: market.quote, atStop, atTargets, ratio };
}

/** What is wrong of an exit before anything is sent; null: nothing that is known here. */
export function exitProblem(
  which: 'stop' | 'target' | 'secondTarget',
  draft: Draft,
  price: string | null,
): string | null {
  const typed = draft[which];
  const entry = Number(draft.type === 'limit' ? draft.price : (price ?? ''));
  if (!isPositive(typed) || !(entry > 0)) return null;
  const isAbove = (which === 'stop') !== (draft.side === 'buy');
  const from = which === 'secondTarget' && isPositive(draft.target) ? Number(draft.target) : entry;
  const isRight = isAbove ? Number(typed) > from : Number(typed) < from;
  if (isRight) return null;
  const what = from === entry ? TICKET.thePriceThatIt : TICKET.theFirstTarget;
  return TICKET.mustBe(isAbove ? TICKET.above : TICKET.below, what);
}
