// Any exchange, with faults on demand: what a network and a venue do on a bad day, asked to happen
// now. For tests and for the simulator; it keeps no state but the faults in line and the requests
// still on their way.

import { assert } from '#lib/assert.ts';
import { rejected } from '#lib/result.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { ExchangeFault, ExchangeFaults } from '#ports/exchange/exchange-fault.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

export type FaultyExchangeDeps = {
  readonly exchange: Exchange;
  readonly clock: Clock;
  /** Lets the time pass that a slow response takes. */
  readonly wait: (durationMs: number) => Promise<void>;
  /**
   * Tells the venue how much of the next order it may fill at once; null where it cannot be
   * determined.
   */
  readonly limitNextFill: ((sharePercent: number) => void) | null;
};

export type FaultyExchange = { readonly exchange: Exchange; readonly faults: ExchangeFaults };

/** What a request does to the venue: decides which faults can hit it. */
type Effect = 'question' | 'cancel' | 'place';

type Late = { readonly dueMs: number; readonly run: () => Promise<unknown> };

/** Wraps an exchange. Without faults it returns exactly what the exchange returns. */
export function makeFaultyExchange(deps: FaultyExchangeDeps): FaultyExchange {
  const { exchange, clock } = deps;
  const line: ExchangeFault[] = [];
  let late: readonly Late[] = [];
  let isInMaintenance = false;

  const land = async (isDue: (request: Late) => boolean): Promise<number> => {
    const due = late.filter(isDue);
    late = late.filter((request) => !due.includes(request));
    // The venue's response to a late request, also a refusal, reaches nobody.
    for (const request of due) await request.run();
    return due.length;
  };

  const send: Send = async (effect, run, refuse) => {
    if (isInMaintenance) throw new Failure('unavailable', 'the exchange is in maintenance');
    await land((request) => request.dueMs <= clock.nowMs());
    const index = line.findIndex((fault) => canBefall(fault, effect));
    const [fault] = index < 0 ? [] : line.splice(index, 1);
    if (fault === undefined) return run();
    if (fault.kind === 'reject' && refuse !== undefined) return refuse(fault.detail);
    if (fault.kind === 'late_landing')
      late = [...late, { dueMs: clock.nowMs() + fault.delayMs, run }];
    return applyFault(deps, fault, effect, run);
  };

  const faults: ExchangeFaults = {
    inject(fault) {
      const isInTime =
        fault.kind !== 'late_landing' || fault.delayMs <= exchange.promises.requestHorizonMs;
      assert(isInTime, 'a request lands within the request horizon or not at all');
      line.push(fault);
    },
    setMaintenance(isOn) {
      isInMaintenance = isOn;
    },
    landLate: () => land(() => true),
  };
  return { exchange: wrapped(exchange, send), faults };
}

type Send = <T>(
  effect: Effect,
  run: () => Promise<T>,
  refuse?: (detail: string) => T,
) => Promise<T>;

function wrapped(exchange: Exchange, send: Send): Exchange {
  const ask = <T>(run: () => Promise<T>): Promise<T> => send('question', run);
  return {
    code: exchange.code,
    name: exchange.name,
    isTestNet: exchange.isTestNet,
    promises: exchange.promises,
    orderSupport: exchange.orderSupport,
    credentialForm: exchange.credentialForm,
    health: () => exchange.health(),
    clockSkewMs: () => exchange.clockSkewMs(),
    listMarkets: () => ask(() => exchange.listMarkets()),
    fetchPrice: (tag) => ask(() => exchange.fetchPrice(tag)),
    fetchBestPrices: (tag) => ask(() => exchange.fetchBestPrices(tag)),
    fetchCandles: (tag, fromMs, toMs) => ask(() => exchange.fetchCandles(tag, fromMs, toMs)),
    fetchFundingRates: (...window) => ask(() => exchange.fetchFundingRates(...window)),
    fetchBalances: (...of) => ask(() => exchange.fetchBalances(...of)),
    fetchPositions: (...of) => ask(() => exchange.fetchPositions(...of)),
    fetchOpenOrders: (account) => ask(() => exchange.fetchOpenOrders(account)),
    fetchOrder: (account, tag, name) => ask(() => exchange.fetchOrder(account, tag, name)),
    fetchFills: (...list) => ask(() => exchange.fetchFills(...list)),
    fetchOrderFills: (account, tag, name) =>
      ask(() => exchange.fetchOrderFills(account, tag, name)),
    fetchMarginEvents: (...list) => ask(() => exchange.fetchMarginEvents(...list)),
    placeOrder: (account, order) =>
      send(
        'place',
        () => exchange.placeOrder(account, order),
        (detail) => rejected({ code: 'order_rejected', detail }),
      ),
    cancelOrder: (account, tag, name) =>
      send('cancel', () => exchange.cancelOrder(account, tag, name)),
    // News are no request: no fault hits them.
    watchAccount: (account, onNews, signal) => exchange.watchAccount(account, onNews, signal),
    checkCredentials: (...check) => ask(() => exchange.checkCredentials(...check)),
  };
}

function canBefall(fault: ExchangeFault, effect: Effect): boolean {
  switch (fault.kind) {
    case 'reject':
    case 'partial_fill':
      return effect === 'place';
    case 'late_landing':
      return effect !== 'question';
    case 'slow':
    case 'lost_request':
    case 'lost_response':
    case 'rate_limit':
    case 'disconnect':
      return true;
  }
}

async function applyFault<T>(
  deps: FaultyExchangeDeps,
  fault: ExchangeFault,
  effect: Effect,
  run: () => Promise<T>,
): Promise<T> {
  switch (fault.kind) {
    case 'slow':
      await deps.wait(fault.delayMs);
      return run();
    case 'lost_response':
      await run();
      throw noResponse(effect);
    case 'lost_request':
    case 'late_landing':
      throw noResponse(effect);
    case 'rate_limit':
      throw new Failure('rate_limited', 'the exchange asked to slow down');
    case 'disconnect':
      throw new Failure('unavailable', 'the exchange refused the connection');
    case 'partial_fill':
      assert(deps.limitNextFill !== null, 'this venue can be limited in how much to fill');
      deps.limitNextFill(fault.sharePercent);
      return run();
    case 'reject':
      return run();
  }
}

function noResponse(effect: Effect): Failure | OutcomeUnknown {
  if (effect === 'question') return new Failure('timeout', 'the exchange did not respond in time');
  return new OutcomeUnknown('the exchange did not respond in time');
}
