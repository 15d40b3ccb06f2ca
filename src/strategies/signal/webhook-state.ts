// State of a signal bot from one update to the next; all of it follows from its run's inputs.

import type { Direction } from '#domain/position/position.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { Backoff } from '#strategies/shared/backoff.ts';
import { newBackoff } from '#strategies/shared/backoff.ts';
import type { HeldStop } from '#strategies/shared/held-stop.ts';
import { newHeldStop } from '#strategies/shared/held-stop.ts';
import type { StrategyMarket } from '#strategies/shared/strategy-market.ts';
import type { WebhookConfig } from '#strategies/signal/webhook-config.ts';

export type WebhookState = {
  /** Entries that may still rest. */
  entries: string[];
  /** Why what is held is closed; null while it is not. */
  closing: string | null;
  closingOrderId: string | null;
  /** What is entered once all is closed. */
  next: Direction | null;
  /** The signal that both follow from; null: none. */
  signalId: string | null;
  /** The best price since the position was opened. */
  bestPrice: number | null;
  readonly exit: Backoff;
  /** Where its stop is an order; absent: it is decided by the price of each minute alone. */
  readonly stop?: HeldStop;
};

export type WebhookNow = {
  readonly config: WebhookConfig;
  readonly state: WebhookState;
  readonly market: StrategyMarket;
  readonly api: CommandContext;
  readonly close: number;
};

/** State before the first signal. With `placesStops` its stop is an order at the exchange. */
export function newWebhookState(placesStops = false): WebhookState {
  return {
    ...(placesStops ? { stop: newHeldStop() } : {}),
    entries: [],
    closing: null,
    closingOrderId: null,
    next: null,
    signalId: null,
    bestPrice: null,
    exit: newBackoff(),
  };
}
