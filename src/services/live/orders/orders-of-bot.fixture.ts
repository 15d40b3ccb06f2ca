// A bot on a simulated exchange with orders that are stored in any state, and what of them reaches
// the exchange: for the tests of sending and cancelling the orders of bots.

import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { assert } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import type { Order, OrderState } from '#venue-port/order/order.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Exchange, NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { IsHeld } from '#services/live/orders/send-bot-orders.ts';
import { sendBotOrders } from '#services/live/orders/send-bot-orders.ts';
import { openRun } from '#services/live/run/loaded-run.fixture.ts';
import { botHarness, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { ShownOrder, TriggeredOrder } from '#services/live/state/run-messages.ts';

export const HELD: IsHeld = () => true;
export const NOT_HELD: IsHeld = () => false;

/** An order that waits with us for its price. */
export const EMULATED = {
  type: 'stop_limit',
  state: 'open',
  terms: { ...PLAIN_TERMS, triggerPrice: decimal('900'), heldBy: 'service' },
} as const satisfies Partial<Order>;

export type OrdersOfBot = {
  readonly deps: LiveRunDeps;
  readonly at: AccountAtExchange;
  readonly bot: Bot;
  readonly live: LiveRun;
  readonly nowMs: number;
  /** What was requested of the exchange, by the names of `write`: "place", "look" or "cancel". */
  readonly calls: readonly string[];
  readonly requests: readonly NewVenueOrder[];
  readonly warnings: readonly (readonly [event: string, fields: object])[];
  /**
   * Stores an order of the bot, a limit buy of now far below the market unless changed,
   * which its run knows as written down to be sent.
   */
  write(
    name: string,
    changes?: Partial<Order>,
    shown?: Partial<Omit<ShownOrder, 'orderId' | 'storedId'>>,
  ): Promise<Order>;
  /** Writes an order and has it at the exchange. */
  place(name: string, shown?: Partial<Omit<ShownOrder, 'orderId' | 'storedId'>>): Promise<Order>;
  /** Somebody else writes what became of it. */
  become(order: Order, state: OrderState): Promise<void>;
  /** The run's name of a stored order. */
  nameOf(orderId: string): string;
  /** The run, with these orders set off and what has to end before each. */
  triggered(...orders: readonly (readonly [Order, TriggeredOrder['after']])[]): LiveRun;
  /** Whatever is requested of the exchange for the order throws this. */
  fail(name: string, error: Error): void;
  /** Oldest first. */
  stored(): Promise<readonly Order[]>;
  states(): Promise<{ readonly [name: string]: OrderState }>;
};

/** `isPlain`: on an exchange that neither holds stops nor ends orders in time. */
export async function ordersOfBot({ isPlain = false } = {}): Promise<OrdersOfBot> {
  const harness = await botHarness();
  const failing = new Map<string, Error>();
  const calls: string[] = [];
  const requests: NewVenueOrder[] = [];
  const warnings: (readonly [string, object])[] = [];
  const usual = { ...harness.sim.exchange, listMarkets: () => harness.sim.sim.listMarkets() };
  const call = (what: string, name: string): void => {
    calls.push(`${what} ${name}`);
    const error = failing.get(name);
    if (error !== undefined) throw error;
  };
  const exchange: Exchange = {
    ...watched(isPlain ? { ...plainExchange(usual), code: 'sim' } : usual, call),
    placeOrder(account, order) {
      requests.push(order);
      return watched(usual, call).placeOrder(account, order);
    },
  };
  const deps: LiveRunDeps = {
    ...harness.deps,
    log: { ...harness.deps.log, warn: (event, fields) => void warnings.push([event, fields]) },
    exchanges: exchangeRegistry([exchange]),
  };
  const bot = await harness.start(IDLE);
  // Nothing is loaded of a bot that no process has run yet.
  await harness.passMinutes(1, [harness.runner(deps)]);
  const opened = await openRun(deps, await harness.find(bot));
  assert(opened.ok, 'an idle bot can be loaded');
  const { live } = opened.value;
  const at = { account: harness.spot, exchange };
  const written = writing(deps, live, harness.spot.accountId);
  return {
    deps,
    at,
    bot,
    live,
    nowMs: harness.sim.nowMs(),
    calls,
    requests,
    warnings,
    fail: (name, error) => void failing.set(name, error),
    stored: () => harness.ordersOf(bot),
    async states() {
      const orders = await harness.ordersOf(bot);
      return Object.fromEntries(orders.map(({ clientOrderId, state }) => [clientOrderId, state]));
    },
    ...written,
    async place(name, shown) {
      const order = await written.write(name, {}, shown);
      assert(await sendBotOrders(deps, at, [order], HELD), 'an order of a test is placed');
      return order;
    },
  };
}

/** The same exchange, which says what it is requested for an order. */
function watched(exchange: Exchange, call: (what: string, name: string) => void): Exchange {
  return {
    ...exchange,
    async placeOrder(account, order) {
      call('place', order.clientOrderId);
      return exchange.placeOrder(account, order);
    },
    async fetchOrder(account, marketTag, order) {
      call('look', order.clientOrderId);
      return exchange.fetchOrder(account, marketTag, order);
    },
    async cancelOrder(account, marketTag, order) {
      call('cancel', order.clientOrderId);
      return exchange.cancelOrder(account, marketTag, order);
    },
  };
}

function writing(
  deps: LiveRunDeps,
  live: LiveRun,
  accountId: string,
): Pick<OrdersOfBot, 'write' | 'become' | 'nameOf' | 'triggered'> {
  const nowMs = deps.clock.nowMs();
  const nameOf = (orderId: string): string => live.orders.names.get(orderId) ?? orderId;
  return {
    nameOf,
    async write(name, changes = {}, shown = {}) {
      const order = sampleOrder(accountId, {
        clientOrderId: name,
        marketTag: 'SIM_BTC_USDT',
        price: decimal('1000'),
        amount: decimal('0.01'),
        botId: live.identity.bot.botId,
        placedAtMs: nowMs,
        updatedAtMs: nowMs,
        ...changes,
      });
      const { kind } = await deps.orders.insertIntent(order);
      assert(kind === 'inserted', 'an order of a test is written');
      const usual = { openedAtMs: nowMs, timeoutMs: null, isCancelWanted: false };
      const entry = { orderId: `run's ${name}`, storedId: order.orderId, ...usual, ...shown };
      live.orders.names.set(order.orderId, entry.orderId);
      live.run.view = { ...live.run.view, sent: [...live.run.view.sent, entry] };
      return order;
    },
    async become({ orderId, state, filledAmount }, to) {
      const change = { orderId, from: [state], to, filledAmount, venueOrderId: null, reason: null };
      const isWritten = await deps.orders.transition({ ...change, atMs: nowMs }, null);
      assert(isWritten, 'an order of a test is changed');
    },
    triggered(...orders) {
      const triggered = orders.map(([{ orderId }, after]) => ({ orderId: nameOf(orderId), after }));
      live.run.view = { ...live.run.view, triggered };
      return live;
    },
  };
}

/** With a store that responds to no question about a bot's orders. */
export function withBrokenRuns({ deps }: OrdersOfBot): LiveRunDeps {
  const findBotOrders = () => Promise.reject(new Failure('unavailable', 'the store is away'));
  return { ...deps, runs: { ...deps.runs, findBotOrders } };
}
