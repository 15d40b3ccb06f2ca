// What a signal bot knows from one update to the next; all of it follows from its run's inputs.

import type { Direction } from '#domain/position/position.ts';
import type { CommandContext } from '#engine/desks/command-context.ts';
import type { Backoff } from '#engine/strategies/backoff.ts';
import { newBackoff } from '#engine/strategies/backoff.ts';
import type { StrategyMarket } from '#engine/strategies/strategy-market.ts';
import type { WebhookConfig } from '#engine/strategies/webhook-config.ts';

export type WebhookState = {
  /** Entries that may still rest. */
  entries: string[];
  /** Why what is held is closed; null while it is not. */
  closing: string | null;
  closingOrderId: string | null;
  /** What is entered once all is closed. */
  next: Direction | null;
  /** The best price since the position was opened. */
  bestPrice: number | null;
  readonly exit: Backoff;
};

export type WebhookNow = {
  readonly config: WebhookConfig;
  readonly state: WebhookState;
  readonly market: StrategyMarket;
  readonly desks: CommandContext;
  readonly close: number;
};

export function newWebhookState(): WebhookState {
  return {
    entries: [],
    closing: null,
    closingOrderId: null,
    next: null,
    bestPrice: null,
    exit: newBackoff(),
  };
}
