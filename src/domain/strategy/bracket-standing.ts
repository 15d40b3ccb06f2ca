// Standing of a bracket: what its run says of it in each step.

import type { Decimal } from '#lib/decimal.ts';

export const BRACKET_PHASES = ['entering', 'holding', 'closing', 'done'] as const;

/** By what a bracket ended. */
export const BRACKET_OUTCOMES = [
  'target',
  'stop',
  'target_and_stop',
  'closed',
  'cancelled',
  'not_entered',
] as const;
export type BracketOutcome = (typeof BRACKET_OUTCOMES)[number];

export type BracketStanding = {
  readonly phase: (typeof BRACKET_PHASES)[number];
  /** What its entry has filled, and what is held of that; both in base, or in contracts. */
  readonly enteredAmount: Decimal;
  readonly heldAmount: Decimal;
  /** Of the fills of its entry; null before the first. */
  readonly enterPrice: Decimal | null;
  /** What is held and has no stop, or no target where no stop is wanted, with the reason. */
  readonly uncoveredAmount: Decimal;
  readonly reason: string | null;
  /** Null until it has ended. */
  readonly outcome: BracketOutcome | null;
};
