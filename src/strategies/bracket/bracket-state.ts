// State of a bracket from one update to the next; all of it follows from its run's inputs.

import type { BracketOutcome } from '#domain/strategy/bracket-standing.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { Backoff } from '#strategies/shared/backoff.ts';
import { newBackoff } from '#strategies/shared/backoff.ts';
import type { BracketConfig, BracketTarget } from '#strategies/bracket/bracket-config.ts';

export type PlacedLeg = {
  /** Of the group of its orders. */
  readonly group: string;
  readonly target: BracketTarget | null;
  /** Its target was cancelled to be placed elsewhere. */
  readonly movesTarget?: boolean;
  /** Its stop while it is in no group: on spot an exchange can hold such a one alone. */
  readonly aloneId?: string | null;
};

/** Order among the exits of the leg. */
export function isOfLeg(
  { group, aloneId = null }: PlacedLeg,
  { oca, orderId }: Pick<BotOrder, 'oca' | 'orderId'>,
): boolean {
  return oca === null ? orderId === aloneId : oca.name === group;
}

export type BracketState = {
  phase: 'waiting' | 'open' | 'done';
  entryId: string | null;
  /** Exits that were placed, until they have ended. */
  exitIds: string[];
  legs: PlacedLeg[];
  legsCount: number;
  /** Why what is held is closed at market; null: it is not. */
  closing: string | null;
  /** Lots without an exit after the newest update, and why. */
  uncoveredLots: number;
  problem: string | null;
  readonly exit: Backoff;
  /** Where a stop that trails in steps is by now; null: where it begins. */
  trailedTo: Decimal | null;
  outcome: BracketOutcome | null;
};

export type BracketNow = {
  readonly config: BracketConfig;
  readonly state: BracketState;
  readonly market: Market;
  readonly terms: TradingTerms;
  readonly api: CommandContext;
  readonly nowMs: number;
  /** Its exchange holds its stop: see StrategyOptions. */
  readonly placesStops: boolean;
};

/** State before the first update. */
export function newBracketState(): BracketState {
  return {
    phase: 'waiting',
    entryId: null,
    exitIds: [],
    legs: [],
    legsCount: 0,
    closing: null,
    uncoveredLots: 0,
    problem: null,
    exit: newBackoff(),
    trailedTo: null,
    outcome: null,
  };
}
