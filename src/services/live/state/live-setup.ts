// Setup that a run of a bot begins with, written down once so that the run can be made again from
// it.

import type { Decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { RetainedValue } from '#engine/values/retained-value.ts';
import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';
import type { BotInputValue, LoadedBrain } from '#ports/stores/bot-store.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { LaterMarkets } from '#services/live/state/market-window.ts';
import { rowsCut } from '#services/live/state/market-window.ts';
import type { VenueWallet } from '#services/live/state/venue-wallet.ts';

/** Names and values that the script saved. */
export type RetainedMemory = readonly (readonly [name: string, value: RetainedValue])[];

export type LiveSetup = {
  readonly brain: LoadedBrain;
  /** The trade market first. */
  readonly marketTags: readonly string[];
  /** Open time of row 0. */
  readonly startMs: number;
  readonly firstRow: number;
  readonly intervalMinutes: number;
  readonly inputs: Readonly<Record<string, BotInputValue>>;
  readonly seed: number;
  readonly leverage: Decimal;
  readonly marginMode: 'cross' | 'isolated';
  readonly positionMode: 'one_way' | 'hedge';
  readonly tradeAmountQuote: Decimal;
  readonly tradeAmountPercent?: Decimal;
  readonly pyramiding?: number;
  readonly openOrdersMax: number;
  readonly startUnits: Units;
  readonly wallet: VenueWallet;
  readonly memory: RetainedMemory;
  /**
   * Types of orders that its exchange holds for it, decided when it was activated: an exchange may
   * hold more by now. Absent: those that its exchange holds whoever places them.
   */
  readonly heldTypes?: readonly OrderType[];
  /** Entries at market bring their stops, decided as `heldTypes`; left out: they bring none. */
  readonly attachesStops?: true;
  /** Strategies place the stop of what they hold, decided likewise; left out: they do not. */
  readonly placesStops?: true;
  /** Markets whose minutes begin after `startMs`; left out: none. */
  readonly laterMarkets?: LaterMarkets;
  /** Rows of the run's life that lie before `startMs`; absent: none. */
  readonly rowsCut?: number;
  /** The newest correction of a minute when the run began; it sees none that came later. */
  readonly seenCorrection?: number;
  /** Names of the data series that its script may read; `all`: any; absent: none. */
  readonly dataSeries?: readonly string[] | 'all';
  /** When a bracket was placed, whose first minute had closed before; left out: no bracket. */
  readonly beganAtMs?: number;
};

/** The open time of the first minute that the run lives in. */
export function runStartMs({ startMs, firstRow }: Pick<LiveSetup, 'startMs' | 'firstRow'>): number {
  return startMs + firstRow * MINUTE_MS;
}

/** The same for a run that reads minutes from an instant on alone. */
export function cutSetup(setup: LiveSetup, startMs: number): LiveSetup {
  const rows = (startMs - setup.startMs) / MINUTE_MS;
  if (rows === 0) return setup;
  const { firstRow } = setup;
  return { ...setup, startMs, firstRow: firstRow - rows, rowsCut: rowsCut(setup) + rows };
}

/** The setup of a stored run; what was written before there were strategies names its script. */
export function readLiveSetup({ setup: text }: Pick<BotRunRecord, 'setup'>): LiveSetup {
  const setup = fromStoredForm(text) as LiveSetup & { readonly script?: object };
  if (setup.script === undefined) return setup;
  return { ...setup, brain: { kind: 'script', ...setup.script } as LoadedBrain };
}
