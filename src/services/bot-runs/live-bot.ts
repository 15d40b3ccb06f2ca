// A bot that runs in this process: its run as it stands, and what came of it so far. All of it can
// be made again from what is stored, and is thrown away whenever that is in doubt.

import { present } from '#lib/assert.ts';
import { bytesToHex } from '#lib/bytes-to-hex.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import type { Order } from '#domain/order/order.ts';
import { amountOf, priceOf } from '#domain/market/market-grid.ts';
import { advanceRun } from '#engine/run/advance-run.ts';
import type { RunBrain } from '#engine/run/run-brain.ts';
import type {
  MomentPrice,
  OrderToPlace,
  OutsideEvent,
  RunEffects,
  RunEvent,
  RunStep,
} from '#engine/run/run-event.ts';
import type { Run } from '#engine/run/run.ts';
import { findMarket, instantOfRow } from '#engine/run/run.ts';
import { arrivalOf } from '#engine/run/take-effects.ts';
import type { HeldSeriesDesk } from '#engine/series/make-series-desk.ts';
import type { BotInput, WaitingInput } from '#ports/bot-inbox.ts';
import type { BotFence, BotRunRecord, BotRunStep } from '#ports/bot-run-store.ts';
import type { Bot } from '#ports/bot-store.ts';
import type { Digest } from '#ports/digest.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { MarketWindow } from '#services/bot-runs/market-window.ts';
import type { LiveSetup } from '#services/bot-runs/live-setup.ts';
import type { VenueWallet } from '#services/bot-runs/venue-wallet.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';

/** What happened to the run beside minutes, after so many rows were run. */
export type LiveEvent = {
  readonly row: number;
  readonly event:
    | Extract<RunEvent, { kind: 'filled' | 'ended' }>
    /** Rows before this one were passed over, because the bot was paused. */
    | { readonly kind: 'skipped'; readonly toRow: number }
    /** Out of the inbox; `atMs` is when the run took it in. */
    | { readonly kind: 'input'; readonly input: BotInput; readonly atMs: number }
    /** An update between closes. */
    | { readonly kind: 'moment'; readonly atMs: number; readonly prices: readonly MomentPrice[] }
    | { readonly kind: 'wallet'; readonly wallet: VenueWallet };
};

export type LiveBot = {
  readonly bot: Bot;
  /** Another one when the lease was lost and nobody else had it since. */
  fence: BotFence;
  readonly at: AccountAtExchange;
  readonly setup: LiveSetup;
  readonly window: MarketWindow;
  readonly run: Run;
  readonly brain: RunBrain;
  readonly series: HeldSeriesDesk;
  /** As it is stored. */
  record: BotRunRecord;
  /** Rows before this one were run. */
  doneRow: number;
  wallet: VenueWallet;
  /** The wallet that the events of the run tell of last, and whether the run looked since. */
  toldWallet: string;
  hasLooked: boolean;
  placedCount: number;
  placedDigest: string;
  /** The run's name of an order by the stored one. */
  readonly orderIds: Map<string, string>;
  /** Orders that the script no longer wants, by the run's names, until they have ended. */
  readonly cancelsWanted: Set<string>;
  /** Rounds in a row in which the account showed less than the bot holds. */
  uncoveredRounds: number;
  /** The instant for which the newest update decided. */
  decidedAtMs: number;
  /** What came for it and was not taken in yet, and the sequences that were. */
  inbox: WaitingInput[];
  readonly taken: Set<number>;
  /** What the run has done and is not known to be written yet; nothing goes on before that. */
  pending: PendingStep | null;
  /** Orders may have been written and not sent. */
  mustResume: boolean;
  /** Why the run is over; null while it goes on. */
  over: { readonly reason: string; readonly isFault: boolean } | null;
};

export type PendingStep = { readonly step: BotRunStep; readonly orders: readonly Order[] };

/** The stored id of an order of a run: the same whoever asks for it, and whenever. */
export function storedIdentity(digest: Digest, { botId, activation }: Bot, orderId: string) {
  return orderIdentity(digest, `bot:${botId}:${activation}:${orderId}`, 0);
}

/** Tells the run what happened; answers the orders to place. */
export function applyEvent(
  live: LiveBot,
  digest: Digest,
  { event }: LiveEvent,
): readonly OrderToPlace[] {
  const { run, brain } = live;
  switch (event.kind) {
    case 'wallet':
      live.wallet = event.wallet;
      return [];
    case 'skipped':
      live.doneRow = event.toRow;
      return [];
    case 'input':
      live.decidedAtMs = event.atMs;
      return outsideEvents(live, event.input, event.atMs).flatMap((outside) =>
        takeOver(live, digest, advanceRun(run, brain, outside).effects),
      );
    case 'moment':
      live.decidedAtMs = event.atMs;
      return endUpdate(live, digest, advanceRun(run, brain, { ...event, row: live.doneRow - 1 }));
    case 'filled':
    case 'ended': {
      const places = takeOver(live, digest, advanceRun(run, brain, event).effects);
      if (event.kind === 'ended') live.cancelsWanted.delete(event.orderId);
      return places;
    }
  }
}

/** A script may ask for a signal's action or for all that came with it. */
function outsideEvents({ brain }: LiveBot, input: BotInput, atMs: number): readonly OutsideEvent[] {
  if (input.kind === 'edited') {
    const config = JSON.parse(input.config) as Readonly<Record<string, Json>>;
    return [{ kind: 'edited', config, atMs }];
  }
  const { name: id, action, payload, signalAtMs } = input;
  const signal = { kind: 'remote', id, signal: action, receivedAtMs: signalAtMs } as const;
  const told = { kind: 'signal', signal, atMs } as const;
  if (brain.tell !== null) return [told];
  const whole = { kind: 'web_hook', id, payload: payload ?? { action } } as const;
  return [told, { kind: 'signal', signal: whole, atMs }];
}

/** Runs on to before `toRow`, or until something was asked for; answers the orders to place. */
export function runRowsOf(live: LiveBot, digest: Digest, toRow: number): readonly OrderToPlace[] {
  const { run, brain } = live;
  const minutes = { kind: 'minutes', fromRow: live.doneRow, toRow } as const;
  const step = advanceRun(run, brain, minutes);
  // A row that failed counts as run: it would fail again.
  live.doneRow = step.failure === null ? step.row : Math.min(toRow, step.row + 1);
  live.decidedAtMs = instantOfRow(run.setup, live.doneRow - 1);
  return endUpdate(live, digest, step);
}

function endUpdate(
  live: LiveBot,
  digest: Digest,
  { failure, effects }: RunStep,
): readonly OrderToPlace[] {
  if (failure === null) return takeOver(live, digest, effects);
  live.over = { reason: failure.message, isFault: true };
  return [];
}

function takeOver(live: LiveBot, digest: Digest, effects: RunEffects): readonly OrderToPlace[] {
  for (const orderId of effects.cancels) live.cancelsWanted.add(orderId);
  if (effects.stop !== null) {
    const { reason } = effects.stop;
    live.over = { reason: stopText(reason), isFault: false };
    return [];
  }
  const unknown = effects.places.find((order) => !isSendable(order));
  if (unknown !== undefined) {
    const type = unknown.isPostOnly ? 'maker_or_cancel' : unknown.type;
    const reason = `It asked for a "${type}" order, which running bots cannot place.`;
    live.over = { reason, isFault: true };
    return [];
  }
  const places = effects.places.flatMap((order) => fitToPosition(live, order));
  for (const order of places) register(live, digest, order);
  return places;
}

/**
 * An exit is sent at once, so it is cut to what is open now; one whose entry has not filled would
 * open a position the wrong way round, and fails instead.
 */
function fitToPosition(live: LiveBot, order: OrderToPlace): readonly OrderToPlace[] {
  const { run, brain, decidedAtMs: atMs } = live;
  const arrival = arrivalOf(run, order);
  if (arrival.kind === 'place') return [arrival.order];
  const message =
    arrival.kind === 'refuse' ? arrival.problem : 'its entry has not filled; ask for it then';
  const { orderId } = order;
  advanceRun(run, brain, { kind: 'ended', orderId, state: 'failed', message, atMs });
  return [];
}

function stopText(reason: string): string {
  return reason === '' ? 'Its script deactivated it.' : `Its script deactivated it: ${reason}`;
}

/** Drivers take plain limit and market orders. */
function isSendable({ type, isPostOnly }: OrderToPlace): boolean {
  return (type === 'limit' || type === 'market') && !isPostOnly;
}

/** Adds the order to the digest by which a run that is made again is compared. */
function register(live: LiveBot, digest: Digest, order: OrderToPlace): void {
  const { orderId } = storedIdentity(digest, live.bot, order.orderId);
  live.orderIds.set(orderId, order.orderId);
  live.placedCount += 1;
  const { marketTag, side, type } = order;
  const numbers = [order.lots, order.limitTicks ?? '', live.doneRow];
  const line = [live.placedDigest, orderId, marketTag, side, type, ...numbers].join('|');
  live.placedDigest = bytesToHex(digest.sha256(line));
}

/** Price (zero without a limit) and amount of an order, exact. */
export function termsOfOrder(live: LiveBot, { marketTag, limitTicks, lots }: OrderToPlace) {
  const { grid } = present(findMarket(live.run, marketTag), 'a run has its markets').terms;
  return {
    price: limitTicks === null ? ZERO : priceOf(grid, limitTicks),
    amount: amountOf(grid, lots),
  };
}

/** Lets go of what the bot shares with others. */
export function closeLiveBot({ series, window }: LiveBot): void {
  series.release();
  window.holdersCount -= 1;
}
