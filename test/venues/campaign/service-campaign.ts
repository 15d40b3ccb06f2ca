// Orders through the services, a dialect and the wire to the loopback venue, under a mix of faults
// and with the process killed again and again; in the end every order is held against the truth.

import assert from 'node:assert/strict';

import type { Decimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isWorking } from '#venue-port/order/order.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { sampleAccount, sampleCaller, sampleUser } from '#ports/stores/store.fixture.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { cancelOrder } from '#services/orders/cancel-order.ts';
import type { OrderDeps, PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { reconcileAccounts, reconcileDoubts } from '#services/orders/reconcile-accounts.ts';
import { watchOrders } from '#services/orders/watch-orders.ts';
import type { AccountTruth } from '#loopback/control/truth.ts';
import type { Chance } from '#loopback/seeded-chance.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type {
  CampaignKey,
  CampaignMarket,
  CampaignVenue,
  TradedMarket,
} from './campaign-exchange.ts';
import { openCampaignExchange } from './campaign-exchange.ts';
import type { Generation } from './generation.ts';
import { startGeneration } from './generation.ts';
import { startLeapingTime } from './leaping-time.ts';
import type { NastyName } from './nasty-behaviours.ts';
import type { NastyWire } from './nasty-wire.ts';
import { startNastyWire } from './nasty-wire.ts';

export type CampaignSettings = {
  readonly seed: number;
  readonly market: CampaignMarket;
  readonly rounds: number;
  readonly accounts: number;
  /** Faults beside the mix, as the control endpoint takes them. */
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  /** Nasty behaviours of the wire; none unless given. */
  readonly nasty?: readonly NastyName[];
  /** Of the requests, those that meet a fault of the mix; three tenths unless given. */
  readonly faultShare?: number;
  /** By how much the clock of the venue is wrong for a part of every fourth life. */
  readonly clockStepMs?: number;
};

export type CampaignReport = {
  readonly acknowledged: ReadonlyMap<string, string>;
  readonly orders: readonly Order[];
  readonly truths: ReadonlyMap<string, AccountTruth>;
  readonly kills: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly met: Readonly<Record<string, number>>;
};

/** Longer than any request may live at the venue, and than anything stays hidden. */
const SETTLED_MS = 40_000;
const SETTLING_ROUNDS = 12;
/** A life ends after so many calls of stores and exchange, in the middle of any of them. */
const LIFE_CALLS_MAX = 3_000;
const LIFE_MS_MAX = 600_000;
const PAUSE_MS_MAX = 1_000;
/** Before a request is tried again. */
const AGAIN_MS_MAX = 10_000;
const ACTIVITY_EVERY_MS = 250;
const CLOCK_STEPPED_EVERY = 4;
const CLOCK_MEASURED_EVERY_MS = 60_000;
const CLOCK_RIGHT_MS_MAX = 20_000;
/** Of the orders, those that are refused for lack of money. */
const TOO_LARGE_SHARE = 0.05;

/** Orders of one account on one market, one after another. */
type Line = { readonly accountId: string; readonly market: TradedMarket };

type Campaign = {
  readonly settings: CampaignSettings;
  readonly server: VenueServer;
  readonly venue: CampaignVenue;
  readonly chance: Chance;
  readonly lines: readonly Line[];
  readonly deps: OrderDeps;
  readonly state: ReturnType<typeof memoryState>;
  readonly caller: PlaceOrderCommand['caller'];
  /** Derivation id to order id, of requests that got one. */
  readonly acknowledged: Map<string, string>;
  /** Requests without a result: tried again before a new one. */
  readonly open: Map<Line, PlaceOrderCommand>;
  /** Of ours, thrown while news of an account was followed. */
  readonly defects: unknown[];
  count: number;
};

export async function runCampaign(settings: CampaignSettings): Promise<CampaignReport> {
  const time = startLeapingTime();
  try {
    return await runFast(settings);
  } finally {
    time.stop();
  }
}

async function runFast(settings: CampaignSettings): Promise<CampaignReport> {
  const server = await startVenueServer();
  const { seed, nasty = [], faultShare = 0.3, clockStepMs = 0 } = settings;
  const wire = await startNastyWire(server.address, nasty, seed);
  const campaign = await prepare(settings, server, wire);
  try {
    for (const rule of settings.rules) server.control('fault', rule);
    if (faultShare > 0) server.control('mix', { seed, share: faultShare, delayMaxMs: 4000 });
    const values = server.state.values[settings.market.code];
    values.kind = 'rare';
    wire.begin(campaign.venue.isVerdict);
    for (let round = 0; round < settings.rounds; round += 1) {
      const isStepped = round % CLOCK_STEPPED_EVERY === CLOCK_STEPPED_EVERY - 1;
      await playRound(campaign, isStepped ? clockStepMs : 0);
    }
    server.control('calm', {});
    wire.calm();
    values.kind = 'usual';
    await settle(campaign);
    assert.deepEqual(campaign.defects, []);
    const spelledCount = [...values.met.values()].reduce((sum, count) => sum + count, 0);
    const met = { ...Object.fromEntries(wire.met), 'values as recorded': spelledCount };
    return { ...report(campaign), met };
  } finally {
    campaign.venue.close();
    await wire.close();
    await server.close();
  }
}

async function prepare(
  settings: CampaignSettings,
  server: VenueServer,
  wire: NastyWire,
): Promise<Campaign> {
  const { code, kind } = settings.market;
  const state = memoryState();
  const store = memoryStore(state);
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const keys = new Map<string, CampaignKey>();
  for (let index = 0; index < settings.accounts; index += 1) {
    const marketType = kind === 'spot' ? 'spot' : 'futures';
    const fields = { exchange: code, marketType, isSimulated: false } as const;
    const account = sampleAccount(user.userId, fields);
    await store.insertAccount(account);
    const balances = { [dollarsAt(code)]: '1000000', BTC: '20', ETH: '300', BNB: '3000' };
    const feeMode = index % 2 === 0 ? 'received' : 'BNB';
    const opened = server.control('account', {
      venue: code,
      id: account.accountId,
      balances,
      feeMode,
    });
    keys.set(account.accountId, opened as CampaignKey);
    const { mode } = settings.market;
    const inMode = { venue: code, account: account.accountId, mode };
    if (mode !== undefined) server.control('account-mode', inMode);
  }
  server.control('limits', { venue: code, max: 10_000_000, areAccountsLimited: false });
  const venue = await openCampaignExchange(server, settings.market, keys, wire);
  for (const [index, { key: market }] of venue.markets.entries()) {
    const seed = settings.seed + index;
    server.control('activity', { venue: code, market, everyMs: ACTIVITY_EVERY_MS, seed });
  }
  const deps: OrderDeps = {
    clock: venue.clock,
    digest: systemDigest,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    accounts: store,
    orders: store,
    idempotency: store,
    bots: store,
    exchanges: exchangeRegistry([venue.openExchange()]),
  };
  return {
    settings,
    server,
    venue,
    chance: createChance(settings.seed),
    lines: [...keys.keys()].flatMap((accountId) =>
      venue.markets.map((market) => ({ accountId, market })),
    ),
    deps,
    state,
    caller: sampleCaller(user.userId),
    acknowledged: new Map(),
    open: new Map(),
    defects: [],
    count: 0,
  };
}

/** One life: orders on all accounts at once beside reconciliation, and the end at any instant. */
async function playRound(campaign: Campaign, clockStepMs: number): Promise<void> {
  const { chance } = campaign;
  const generation = startGeneration(1 + chance.below(LIFE_CALLS_MAX));
  const deps = depsOf(campaign, generation, campaign.venue.openExchange());
  const watch = watchOrders(deps, (_accountId, error) => void campaign.defects.push(error));
  watch.follow([...campaign.state.accounts.values()]);
  const clock = stepClock(campaign, clockStepMs, generation);
  const work = Promise.all([
    reconcileWhileAlive(deps, generation),
    ...campaign.lines.map(async (line) => workOn(campaign, deps, generation, line)),
  ]);
  // Either may be never done once it has ended, or end by a defect before.
  await Promise.race([work, generation.ended, wait(LIFE_MS_MAX)]);
  generation.end();
  watch.follow([]);
  await clock;
  // Often the next process starts before everything that is under way can have arrived.
  const isSoon = chance.next() < 0.6;
  await wait(1 + chance.below(isSoon ? 2000 : SETTLED_MS));
}

/**
 * The venue's clock is wrong for a while: nothing is sent from when it is measured until it is
 * measured right again.
 */
async function stepClock(
  { server, venue, chance }: Campaign,
  stepMs: number,
  generation: Generation,
): Promise<void> {
  if (stepMs === 0) return;
  await Promise.race([wait(1 + chance.below(CLOCK_RIGHT_MS_MAX)), generation.ended]);
  for (const partMs of [stepMs, -stepMs]) {
    server.control('clock', { stepMs: partMs });
    const unmeasuredMs = 1 + chance.below(CLOCK_MEASURED_EVERY_MS);
    await Promise.race([wait(unmeasuredMs), generation.ended]);
    await venue.measureClock();
    await Promise.race([wait(1 + chance.below(CLOCK_RIGHT_MS_MAX)), generation.ended]);
  }
}

/** As the service does it: of all at start and every so often, of unknown outcomes when due. */
async function reconcileWhileAlive(deps: OrderDeps, generation: Generation): Promise<void> {
  const repeat = async (round: () => Promise<unknown>, pauseMs: number): Promise<void> => {
    while (generation.isAlive()) {
      await round();
      await wait(pauseMs);
    }
  };
  await Promise.all([
    repeat(async () => reconcileAccounts(deps), LIMITS.reconcileIntervalMs),
    repeat(async () => reconcileDoubts(deps), LIMITS.doubtRoundMs),
  ]);
}

async function workOn(
  campaign: Campaign,
  deps: OrderDeps,
  generation: Generation,
  line: Line,
): Promise<void> {
  while (generation.isAlive()) {
    const command = campaign.open.get(line) ?? newCommand(campaign, line);
    campaign.open.set(line, { ...command, isTakeover: true });
    const orderId = await place(deps, command);
    const isAgain = orderId === 'again';
    await wait(1 + campaign.chance.below(isAgain ? AGAIN_MS_MAX : PAUSE_MS_MAX));
    if (isAgain) continue;
    campaign.open.delete(line);
    if (orderId === null) continue;
    assert.equal(campaign.acknowledged.get(command.derivationId) ?? orderId, orderId);
    campaign.acknowledged.set(command.derivationId, orderId);
    if (campaign.chance.next() < 0.4) await cancel(deps, campaign, orderId);
  }
}

async function wait(durationMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, durationMs));
}

/** The order's id; null if it was refused for good; `again` if the same request has to be tried. */
async function place(deps: OrderDeps, command: PlaceOrderCommand): Promise<string | null> {
  try {
    const placed = await placeOrder(deps, command);
    if (placed.ok) return placed.value.orderId;
    return placed.rejection.code === 'temporarily_unavailable' ? 'again' : null;
  } catch (error) {
    if (error instanceof Failure || error instanceof OutcomeUnknown) return 'again';
    throw error;
  }
}

async function cancel(deps: OrderDeps, campaign: Campaign, orderId: string): Promise<void> {
  try {
    await cancelOrder(deps, { caller: campaign.caller, orderId });
  } catch (error) {
    // Cancelling again is safe, and reconciliation learns what became of it.
    if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
  }
}

function newCommand(campaign: Campaign, { accountId, market }: Line): PlaceOrderCommand {
  const { chance, caller } = campaign;
  campaign.count += 1;
  const isMarket = chance.next() < 0.3;
  const isTooLarge = chance.next() < TOO_LARGE_SHARE;
  const price = market.priceAt(chance.below(200) - 100);
  const side = chance.next() < 0.5 ? 'buy' : 'sell';
  return {
    caller,
    accountId,
    marketTag: market.marketTag,
    side,
    type: isMarket ? 'market' : 'limit',
    price: isMarket ? null : price,
    ...waiting(campaign, market, price),
    amount: amountOf(chance, market.unit, isTooLarge),
    derivationId: `campaign ${campaign.settings.seed} ${campaign.count}`,
    isTakeover: false,
    completion: null,
  };
}

type Waiting = Pick<PlaceOrderCommand, 'type' | 'price' | 'terms'>;

/** Where the exchange holds stops, half of the orders wait for a price near it, on either side. */
function waiting(
  { chance, venue }: Campaign,
  market: TradedMarket,
  limit: Decimal,
): Waiting | null {
  const { stopTypes } = venue;
  if (stopTypes.length === 0 || chance.next() < 0.5) return null;
  const type = stopTypes[chance.below(stopTypes.length)] ?? 'stop_market';
  return {
    type,
    price: isLimitType(type) ? limit : null,
    terms: { ...PLAIN_TERMS, triggerPrice: market.priceAt(chance.below(120) - 60) },
  };
}

/** Some units, or a hundred thousand times as many: more than any account has money for. */
function amountOf(chance: Chance, unit: Decimal, isTooLarge: boolean): Decimal {
  return (unit * BigInt(1 + chance.below(9)) * (isTooLarge ? 100_000n : 1n)) as Decimal;
}

/** No more faults: requests are finished, what works is cancelled, and nothing stays unknown. */
async function settle(campaign: Campaign): Promise<void> {
  const { venue, server } = campaign;
  const { code } = campaign.settings.market;
  for (const { key: market } of venue.markets)
    server.control('activity', { venue: code, market, everyMs: 0 });
  const deps = depsOf(campaign, startGeneration(), venue.openExchange());
  for (let round = 0; round < SETTLING_ROUNDS; round += 1) {
    await wait(SETTLED_MS);
    await reconcileAccounts(deps);
    for (const [line, command] of campaign.open) {
      const orderId = await place(deps, command);
      if (orderId === 'again') continue;
      campaign.open.delete(line);
      if (orderId !== null) campaign.acknowledged.set(command.derivationId, orderId);
    }
    const working = [...campaign.state.orders.values()].filter(isWorking);
    if (working.length === 0 && campaign.open.size === 0) return;
    for (const { orderId } of working) await cancel(deps, campaign, orderId);
  }
  const working = [...campaign.state.orders.values()].filter(isWorking);
  const { truths } = report(campaign);
  const described = working.map(({ state, clientOrderId, venueOrderId, accountId }) => ({
    state,
    clientOrderId,
    venueOrderId,
    truth: truths.get(accountId)?.orders.find(({ name }) => name === clientOrderId) ?? null,
  }));
  assert.deepEqual(described, [], 'all have ended');
  assert.deepEqual([...campaign.open.values()], [], 'every request has its result');
}

function depsOf(campaign: Campaign, generation: Generation, exchange: Exchange): OrderDeps {
  const { deps } = campaign;
  return {
    ...deps,
    accounts: generation.own(deps.accounts),
    orders: generation.own(deps.orders),
    idempotency: generation.own(deps.idempotency),
    exchanges: exchangeRegistry([generation.own(exchange)]),
  };
}

function report(campaign: Campaign): Omit<CampaignReport, 'met'> {
  const { accounts } = campaign.server.control('truth', {
    venue: campaign.settings.market.code,
  }) as {
    readonly accounts: readonly AccountTruth[];
  };
  return {
    acknowledged: campaign.acknowledged,
    orders: [...campaign.state.orders.values()],
    truths: new Map(accounts.map((truth) => [truth.account, inOurNames(campaign.venue, truth)])),
    kills: campaign.settings.rounds,
    faults: Object.fromEntries(campaign.server.state.faults.met),
  };
}

/** As the names are spelled in our records. */
function inOurNames({ ownName }: CampaignVenue, truth: AccountTruth): AccountTruth {
  const orders = truth.orders.map((order) => ({
    ...order,
    name: ownName(order.name) ?? order.name,
  }));
  return { ...truth, orders };
}

function ignore(): void {
  // What the services log is for operators.
}
