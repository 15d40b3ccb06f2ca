// Events of a run, and its requests in response: plain data, the same for a backtest and a live
// bot.

import type { Decimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { OcaGroup } from '#domain/matching/oca-group.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { StopHolder } from '#venue-port/order/order-terms.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import type { MarginMode } from '#domain/position/position.ts';
import type { PartClosed } from '#domain/strategy/signal-action.ts';
import type { VenueLiquidation } from '#engine/run/positions/liquidate-bot.ts';
import type { ScriptFailure } from '#lua/run-script.ts';

export type OrderFill = {
  readonly orderId: string;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly valueUnits: Units;
  readonly feeUnits: Units;
  /** On spot: what the fee took of the base currency; left out: nothing. */
  readonly baseFeeUnits?: Units;
  /** What the insurance bore of the loss that this fill realised. */
  readonly insuredUnits: Units;
  readonly atMs: number;
  /** What is known of its order where no script sees that any more. */
  readonly unseen?: UnseenOrder;
};

export type UnseenOrder = { readonly marketTag: string; readonly side: OrderSide };

export type RunEvent =
  /**
   * Minutes closed, and nothing else happened in them: the script runs for rows from `fromRow` up
   * to, not including, `toRow`, and stops early after the row in which it requested something.
   */
  | { readonly kind: 'minutes'; readonly fromRow: number; readonly toRow: number }
  /**
   * An update between closes: the script runs on the last row once more, at this instant, and sees
   * these prices as the last ones. Markets that are not named keep their close.
   */
  | {
      readonly kind: 'moment';
      readonly row: number;
      readonly atMs: number;
      readonly prices: readonly IntrabarPrice[];
    }
  /**
   * Orders have filled within a bar of a backtest: the script runs on the bar, whose last minute is
   * the row, at a point of its path, and again when it has closed.
   */
  | {
      readonly kind: 'recalculation';
      readonly row: number;
      readonly atMs: number;
      readonly price: IntrabarPrice;
      /** Extremes of the path up to there. */
      readonly lowTicks: Ticks;
      readonly highTicks: Ticks;
    }
  | { readonly kind: 'filled'; readonly fill: OrderFill }
  | {
      readonly kind: 'ended';
      readonly orderId: string;
      readonly state: 'filled' | 'cancelled' | 'failed';
      /** Why, for people; empty after a plain fill. */
      readonly message: string;
      readonly atMs: number;
    }
  /** The venue's position paid funding; received when below zero. */
  | {
      readonly kind: 'funded';
      readonly marketTag: string;
      readonly units: Units;
      readonly atMs: number;
    }
  | {
      readonly kind: 'liquidated';
      readonly marketTag: string;
      readonly liquidation: VenueLiquidation;
    }
  | OutsideEvent;

/** What reaches a run from outside of its venue. */
export type OutsideEvent =
  | { readonly kind: 'signal'; readonly signal: RunSignal; readonly atMs: number }
  /** The settings of its strategy have changed; `config` is the whole of them. */
  | {
      readonly kind: 'edited';
      readonly config: Readonly<Record<string, Json>>;
      readonly atMs: number;
    };

/** The last price of a market between closes. */
export type IntrabarPrice = { readonly marketTag: string; readonly priceTicks: Ticks };

export type RunSignal =
  | {
      readonly kind: 'remote';
      readonly id: string;
      readonly signal: string;
      /** When it was received, where that was before it reached the run. */
      readonly receivedAtMs?: number;
      /** Of an exit that leaves a part; left out: of all. */
      readonly part?: PartClosed;
      /** By which its sender follows what comes of it. */
      readonly signalId?: string;
    }
  | { readonly kind: 'web_hook'; readonly id: string; readonly payload: Json };

/** An order to send, in the steps of its market. */
export type OrderToPlace = {
  readonly orderId: string;
  readonly marketTag: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly lots: Lots;
  readonly limitTicks: Ticks | null;
  readonly triggerTicks: Ticks | null;
  readonly trailTicks: Ticks | null;
  /** From which price on a trailing stop follows; null: from the first it sees. */
  readonly activationTicks: Ticks | null;
  /** Of a trailing stop: the price that it has seen before it arrives. */
  readonly trailSeenTicks?: Ticks;
  /** The best price that it counts from, where what it has seen makes it active. */
  readonly trailBestTicks?: Ticks;
  /** Backtests: what the equity must cover where it arrives; left out: nothing. */
  readonly margin?: { readonly percent: Decimal; readonly lots: Lots; readonly equity: Units };
  /** Backtests: of the order that it is a part of; left out: it is a whole one. */
  readonly wholeLots?: Lots;
  readonly isPostOnly: boolean;
  /** Backtests: a market order that arrives at the close at which it was requested. */
  readonly isImmediate: boolean;
  readonly timeoutMs: number | null;
  readonly positionGroup: string | null;
  readonly role: 'stop' | 'target' | null;
  /** Exits of a live run: what is open of the position, working entries included. */
  readonly openLots: Lots | null;
  /** The group of the bot's orders that it ends or shrinks with; null: none. */
  readonly oca: OcaGroup | null;
  /** Live runs: who watches for its price, decided as it arrives. Left out: that is not decided. */
  readonly heldBy?: StopHolder;
  /** Live runs: the trigger of the stop that the exchange places with it. Left out: none. */
  readonly attachedStopTicks?: Ticks;
  /** Live runs: it is such a stop. Left out: it is none. */
  readonly isAttached?: true;
  /** The order that it goes on for, which was cancelled with a part left; null: none. */
  readonly restOf: string | null;
  readonly leverage: Decimal;
  readonly marginMode: MarginMode;
};

/** A script set the fees of a backtest; null: of all markets. */
export type FeeChange = { readonly marketTag: string | null; readonly percent: Decimal };

export type StopRequest = { readonly reason: string; readonly cancelsOrders: boolean };

/** What the script requested, in the order in which it is to be done. */
export type RunEffects = {
  readonly feeChanges: readonly FeeChange[];
  readonly cancels: readonly string[];
  readonly places: readonly OrderToPlace[];
  readonly stop: StopRequest | null;
};

export type RunStep = {
  /** The first row that the script has not run for. */
  readonly row: number;
  readonly effects: RunEffects;
  /** The script's fault, which ends the run. */
  readonly failure: ScriptFailure | null;
};

export const NO_RUN_EFFECTS: RunEffects = { feeChanges: [], cancels: [], places: [], stop: null };
