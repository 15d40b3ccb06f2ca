// Invariants of bots when everything has healed: they stand as their owners were notified, they
// have run every minute, and what they believe of fills and positions is what the exchange says.

import { systemDigest } from '#adapters/system/system-ports.ts';
import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import { minuteStartMs } from '#lib/time.ts';
import { FINAL_ORDER_STATES } from '#venue-port/order/order.ts';
import { lotsOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS, unitsOf, valueOfUnits } from '#venue-port/money/currency.ts';
import { reportPosition } from '#backtesting/report-rows.ts';
import { findOpenOrder } from '#engine/run/orders/bot-orders.ts';
import { netLots } from '#engine/run/positions/position-book.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import type { LiveEvent, HostedRun } from '#services/live/state/hosted-run.ts';
import type { OpenedRun } from '#services/live/run/loaded-run.fixture.ts';
import { openRun } from '#services/live/run/loaded-run.fixture.ts';
import { storedIdentity } from '#services/live/orders/order-form.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { OwnedBot, Owners } from './owners.ts';
import { CANDLES, HISTORY } from './runners.ts';
import { keyOf, signalNumber } from './watched-runs.ts';
import type { SimWorld } from './world.ts';
import { SKEW_MS_MAX } from './world.ts';

const FILLS_MAX = 100_000;

export async function checkBots(world: SimWorld, owners: Owners): Promise<readonly string[]> {
  const found: string[] = [];
  for (const owned of owners.bots) {
    const bot = world.bots.get(owned.botId) ?? null;
    found.push(...faultsOfState(world, owned, bot, owners));
    if (bot !== null) found.push(...(await faultsOfRuns(world, bot)));
  }
  return found;
}

/** The bot is as its owner was notified, or has stopped for a reason that its script gives. */
function faultsOfState(
  world: SimWorld,
  { botId, state, part }: OwnedBot,
  bot: Bot | null,
  owners: Owners,
): readonly string[] {
  if (state === 'deleted') return bot === null ? [] : [`${botId} was deleted and is there`];
  if (bot === null) return [`${botId} is gone`];
  const { isActivated, isPaused, stopReason } = bot;
  if (state === 'unsure' && !isActivated) return [];
  if (state === 'stopped') return isActivated ? [`${botId} was stopped and runs`] : [];
  if (!isActivated) {
    const isAlone = owners.bots.filter((other) => other.part.marketType === 'futures').length < 2;
    // On futures an account is netted: other bots, or orders that this one left behind when it was
    // stopped, may have closed what it holds.
    const mayBeBare = part.marketType === 'futures' && (!isAlone || bot.activation > 1);
    const isMeant =
      part.stopsBy?.test(stopReason ?? '') === true ||
      (mayBeBare && /less than the bot does/.test(stopReason ?? ''));
    return isMeant ? [] : [`${botId} runs no longer: ${stopReason}`];
  }
  if (isPaused) return part.mayPause ? [] : [`${botId} is paused`];
  const lastMs = minuteStartMs(world.agenda.nowMs());
  // The first minute that it runs for is the one that it was started in.
  if ((bot.activatedAtMs ?? 0) >= lastMs) return [];
  const done = world.ledger.records.get(keyOf(bot))?.doneUntilMs;
  return done === lastMs ? [] : [`${botId} is behind: it has run until ${done}`];
}

/** Each of its runs, made again from its inputs, stands as it is stored. */
async function faultsOfRuns(world: SimWorld, bot: Bot): Promise<readonly string[]> {
  const found: string[] = [];
  for (let { activation } = bot; activation > 0; activation -= 1) {
    const record = await world.runs.findRun(bot.botId, activation);
    if (record === null) continue;
    const then = { ...bot, activation };
    const isLatest = activation === bot.activation;
    found.push(...(await faultsOfRun(world, then, record, isLatest)));
  }
  return found.map((fault) => `${bot.botId} ${fault}`);
}

async function faultsOfRun(
  world: SimWorld,
  bot: Bot,
  record: BotRunRecord,
  isLatest: boolean,
): Promise<readonly string[]> {
  const opened = await opening(world, bot);
  if (!opened.ok) return [`cannot be made again: ${opened.rejection}`];
  const { live: taken, run: live } = opened.value;
  const found = [...(await faultsOfFills(world, opened.value, record))];
  const positions = toStoredForm(live.engine.run.positions.open.map(reportPosition));
  const retained = isLatest ? await world.runs.findPositions(bot.botId) : { positions };
  const stored = retained?.positions;
  if (stored !== positions) found.push(`holds ${stored}, made again ${positions}`);
  const events = (await world.runs.listEvents(bot.botId, bot.activation)).map(
    (text) => (fromStoredForm(text) as LiveEvent).event,
  );
  found.push(...faultsOfSignals(world, bot, events, isLatest && bot.isActivated));
  if (isLatest && bot.isActivated)
    found.push(...faultsOfOrders(world, live, taken.run.record.doneUntilMs));
  return found;
}

/** A run may stand at minutes that have not ended yet, when its process was ahead of the time. */
async function opening(world: SimWorld, bot: Bot): Promise<Result<OpenedRun, string>> {
  try {
    return await openRun(auditDeps(world), bot);
  } catch (error) {
    if (error instanceof Failure) return rejected(error.message);
    throw error;
  }
}

/** A run takes in what it was sent, each once and in order; one that goes on, all of it. */
function faultsOfSignals(
  { ledger }: SimWorld,
  bot: Bot,
  events: readonly LiveEvent['event'][],
  goesOn: boolean,
): readonly string[] {
  const sent = ledger.signals.get(keyOf(bot)) ?? [];
  const taken = events.flatMap((event) => {
    const number = event.kind === 'input' ? signalNumber(event.input) : null;
    return number === null ? [] : [number];
  });
  const due = goesOn ? sent : sent.slice(0, taken.length);
  return due.join() === taken.join()
    ? []
    : [`was sent signals ${sent.join(', ')} and took in ${taken.join(', ')}`];
}

/** What the run was informed of fills is what the exchange has of them, each once. */
async function faultsOfFills(
  world: SimWorld,
  { live: taken, run: live }: OpenedRun,
  { botId, activation, fillCursor }: BotRunRecord,
): Promise<readonly string[]> {
  const [market] = live.engine.run.markets;
  if (market === undefined) return ['has no market'];
  const { grid } = market.terms;
  const events = await world.runs.listEvents(botId, activation);
  const delivered = events.flatMap((text) => {
    const { event } = fromStoredForm(text) as LiveEvent;
    if (event.kind !== 'filled') return [];
    const { orderId, lots, baseFeeUnits = 0n } = event.fill;
    const { clientOrderId } = storedIdentity(systemDigest, live.identity.bot, orderId);
    return [`${clientOrderId} ${lots} ${baseFeeUnits}`];
  });
  const own = new Set([...live.orders.orderIds.keys()].map((orderId) => orderId.replace('_', '')));
  const fills = await fillsUpTo(world, taken, fillCursor);
  const theirs = fills.filter(({ clientOrderId }) => own.has(clientOrderId ?? ''));
  const lotsOfFill = ({ amount }: VenueFill): bigint => lotsOf(grid, amount, 'floor');
  const { base } = market.market;
  const booked = theirs.map(
    (fill) => `${fill.clientOrderId} ${lotsOfFill(fill)} ${baseFeeUnits(fill, base)}`,
  );
  const signed = theirs.map((fill) => (fill.side === 'buy' ? 1n : -1n) * lotsOfFill(fill));
  const held = signed.reduce((sum, lots) => sum + lots, 0n);
  const feeUnits = theirs.reduce((sum, fill) => sum + baseFeeUnits(fill, base), 0n);
  const lost = lotsOf(grid, valueOfUnits(base, feeUnits as Units), 'ceil');
  // What covers a sale of what was not bought is booked whole.
  let running = 0n;
  const lowest = signed.reduce((least, lots) => ((running += lots) < least ? running : least), 0n);
  const isLost = lowest < 0n ? (lots: bigint) => lots <= lost : (lots: bigint) => lots === lost;
  const believed = netLots(live.engine.run.positions, market);
  const found: string[] = [];
  if (delivered.join() !== booked.join())
    found.push(`was informed of ${delivered.join(', ')}; the exchange has ${booked.join(', ')}`);
  if (held < believed || !isLost(held - believed))
    found.push(`believes in ${believed} lots, and filled ${held}, of which fees took ${lost}`);
  return found;
}

/** What the fee of a spot fill took of the base currency. */
function baseFeeUnits({ fee, feeCurrency }: VenueFill, base: string): Units {
  return feeCurrency === base ? unitsOf(base, fee, 'ceil') : NO_UNITS;
}

/** Fills of the account that the run has looked through. */
async function fillsUpTo({ venue }: SimWorld, { identity }: LiveRun, cursor: string | null) {
  const { at } = identity;
  if (cursor === null) return [];
  const { fills } = await venue.truth.fetchFills(at.account, [], null, FILLS_MAX);
  const later = await venue.truth.fetchFills(at.account, [], cursor, FILLS_MAX);
  return fills.slice(0, fills.length - later.fills.length);
}

/** An order that ended before the last update is not at work for the run. */
function faultsOfOrders({ orders }: SimWorld, live: HostedRun, atMs: number): readonly string[] {
  const open = [...live.orders.orderIds].filter(
    ([, runsName]) => findOpenOrder(live.engine.run.orders, runsName) !== null,
  );
  return open.flatMap(([orderId]) => {
    const stored = orders.get(orderId);
    const isFinal = FINAL_ORDER_STATES.some((state) => state === stored?.state);
    if (stored === undefined || !isFinal || stored.updatedAtMs >= atMs - SKEW_MS_MAX) return [];
    return [`believes that ${orderId} is at work, which is ${stored.state}`];
  });
}

/** Services and stores without delays and faults. */
function auditDeps({ agenda, store, runs, inbox, venue }: SimWorld): LiveRunDeps {
  return {
    clock: agenda,
    digest: systemDigest,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    accounts: store,
    orders: store,
    bots: store,
    dataSeries: store,
    idempotency: store,
    runs,
    inbox,
    exchanges: exchangeRegistry([venue.truth]),
    history: HISTORY,
    archiveCode: 'archive',
    candleSources: [CANDLES],
  };
}

function ignore(): void {
  // The findings say what matters.
}
