// The law of exits in the service: each operation by which a user can leave what is held, over
// stores in memory and the simulated exchange, without limits and under limits that stop entries.
// The operations come from openapi.json; one that may leave or cancel and is neither tried nor
// excused has no cell.

import { readFileSync } from 'node:fs';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, divideRounded, formatDecimal, ZERO } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { DAY_MS } from '#lib/time.ts';
import { FEES_IN_RECEIVED } from '#domain/money/fees-in.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { amountOf, marketGrid } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { lowestAmount } from '#venue-port/order/order-check.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { paperHarness } from '#adapters/paper/paper-harness.fixture.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { watchLosses } from '#services/risk/watch-losses.ts';
import type { TriedCell } from '../law.ts';
import { excused } from '../law.ts';
import type { LiquidatingSim } from './liquidating-sim.ts';
import { liquidatingSim } from './liquidating-sim.ts';
import type { ServiceOutcome } from './judge-service-exit.ts';
import { judgeServiceExit } from './judge-service-exit.ts';
import { EXCUSED_OPERATIONS, SERVICE_WAYS } from './service-ways.ts';

export const TAGS = {
  spot: 'SIM_BTC_USDT',
  linear: 'SIM_BTC_USDT_PERP',
  inverse: 'SIM_BTC_USD_PERP',
} as const;
type Kind = keyof typeof TAGS;
const KINDS = Object.keys(TAGS) as Kind[];
const LEFT = ['much above the minimum', 'one step above', 'just below', 'one lot'] as const;

/** Rules made for entries: limits of the account, or the loss of a day that stopped its bots. */
const BARRIERS = ['none', 'limits', 'daily loss'] as const;

const START_MS = Date.UTC(2025, 2, 3, 10, 30, 20);

/** On paper, the prices are those of another exchange. */
const VENUES = ['sim', 'paper'] as const;

export type ServiceCase = {
  /** Left out: the simulated exchange. */
  readonly venue?: (typeof VENUES)[number];
  readonly kind: Kind;
  readonly left: (typeof LEFT)[number];
  readonly barrier: (typeof BARRIERS)[number];
  /** Fees of purchases are taken from what was bought; left out: from the quote currency. */
  readonly takesFees?: true;
  /** Its exchange closes some of it instead of its bot; left out: the bot sells a part. */
  readonly liquidated?: 'part' | 'whole';
};

/** What a way out is given: something is held, after a part of it was sold. */
export type Holding = {
  readonly harness: BotHarness;
  /** The process that runs the bot. */
  readonly runner: BotRunner;
  readonly account: Account;
  readonly market: Market;
  readonly bot: Bot;
  /** What is left to be sold. */
  readonly amount: Decimal;
  readonly price: Decimal;
};

const PLACES_OR_LEAVES = /^(whitelabel|partner)?(stop|place|cancel|delete(bot|user)|send.*signal)/i;

/** Operations that place, cancel, stop or delete, and those that send signals. */
export function operationsOfExits(): readonly string[] {
  const url = new URL('../../../openapi.json', import.meta.url);
  const { paths } = JSON.parse(readFileSync(url, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
  };
  const all = Object.values(paths).flatMap((each) => Object.values(each));
  return all.flatMap(({ operationId = '' }) =>
    PLACES_OR_LEAVES.test(operationId) ? [operationId] : [],
  );
}

/** Cells of every operation, and of what the service does by itself. */
export async function* tryService(
  isChosen: (cellIndex: number) => boolean,
): AsyncIterable<TriedCell> {
  for (const [reason, operations] of Object.entries(EXCUSED_OPERATIONS))
    for (const participant of operations)
      yield { participant, cell: 'what is held', verdict: excused(reason) };
  for (const { participant, cell, leave, kinds, isForRunning } of SERVICE_WAYS) {
    const cases = casesOf(kinds);
    for (const [index, each] of cases.entries()) {
      if (!isChosen(index)) continue;
      const name = `${cell}, ${caseText(each)}`;
      const verdict =
        isForRunning === true && each.barrier === 'daily loss'
          ? excused('the loss of a day stops bots, and one that is stopped reads no signal')
          : judgeServiceExit(await leaveByService(each, leave));
      yield { participant, cell: name, verdict };
    }
  }
}

function casesOf(kinds: readonly Kind[]): readonly ServiceCase[] {
  const usual = VENUES.flatMap((venue) =>
    KINDS.filter((kind) => kinds.includes(kind)).flatMap((kind) =>
      LEFT.flatMap((left) => BARRIERS.map((barrier) => ({ venue, kind, left, barrier }))),
    ),
  );
  const margined = KINDS.filter((kind) => kind !== 'spot' && kinds.includes(kind));
  const liquidated = margined.flatMap((kind): readonly ServiceCase[] => [
    ...LEFT.map((left) => ({ kind, left, barrier: 'none', liquidated: 'part' }) as const),
    { kind, left: 'much above the minimum', barrier: 'none', liquidated: 'whole' },
  ]);
  if (!kinds.includes('spot')) return [...usual, ...liquidated];
  const taken = { kind: 'spot', barrier: 'none', takesFees: true } as const;
  return [...usual, ...liquidated, ...LEFT.map((left) => ({ ...taken, left }))];
}

function caseText({ venue = 'sim', kind, left, barrier, takesFees, liquidated }: ServiceCase) {
  if (liquidated === 'whole') return `${venue}, ${kind}, after all of it was liquidated`;
  if (liquidated === 'part') return `${venue}, ${kind}, ${left}, after a part was liquidated`;
  const held = `${venue}, ${kind}, ${left}${takesFees === true ? ' but for what fees took' : ''}`;
  return barrier === 'none' ? held : `${held}, under ${barrier}`;
}

/** Buys at its first update, sells a part at the third, if any, and leaves on a signal. */
function holder(kind: Kind, whole: Decimal, part: Decimal | null): string {
  const [enter, leave] = kind === 'spot' ? ['Buy', 'Sell'] : ['GoLong', 'ExitLong'];
  const market = 'type = MarketOrderType';
  const sale =
    part === null ? '' : `Place${leave}Order(price, ${formatDecimal(part)}, {${market}})`;
  return `
    local n = Load('n', 0) + 1
    Save('n', n)
    local price = CurrentPrice().close
    if n == 1 then Place${enter}Order(price, ${formatDecimal(whole)}, {${market}}) end
    if n == 3 then ${sale} end
    if GetRemoteSignal('go') == SignalExitLong then PlaceExitPositionOrder({${market}}) end`;
}

export async function leaveByService(
  of: ServiceCase,
  leave: (holding: Holding) => Promise<string | null>,
): Promise<ServiceOutcome> {
  const { kind, left, barrier, liquidated } = of;
  const { harness, liquidate } = await harnessOf(of);
  const account = kind === 'spot' ? harness.spot : harness.futures;
  const markets = await harness.sim.exchange.listMarkets();
  const market = present(
    markets.find(({ marketTag }) => marketTag === TAGS[kind]),
    'the exchange lists it',
  );
  const { price } = await harness.sim.exchange.fetchPrice(market.marketTag);
  const wanted = amountLeft(market, price, left);
  const part = inLots(market, 3n * leastLots(market, price));
  const before = await heldAtVenue(harness, account, market);
  const whole = (wanted + part) as Decimal;
  const source = holder(kind, whole, liquidated === undefined ? part : null);
  const { accountId } = account;
  const bot = await harness.start(source, { accountId, marketTag: market.marketTag });
  const runner = harness.runner();
  if (liquidated !== undefined) {
    await harness.passMinutes(2, [runner]);
    const { marginCurrency } = present(market.contract, 'it is margined');
    await liquidate(market.marketTag, marginCurrency, liquidated === 'whole' ? whole : part);
  }
  await harness.passMinutes(liquidated === undefined ? 5 : 3, [runner]);
  const heldNow = async (): Promise<Decimal> => {
    const held = ((await heldAtVenue(harness, account, market)) - before) as Decimal;
    // What is less than a step is in the balances of the account alone.
    return of.takesFees === true ? inLots(market, wholeLots(market, held)) : held;
  };
  const amount = await heldNow();
  const expected = liquidated === 'whole' ? ZERO : wanted;
  const isAsWanted = of.takesFees === true ? amount <= expected : amount === expected;
  if (!isAsWanted) throw new Error(`${amount} is held before the way out, not ${expected}`);
  if (barrier !== 'none') await stopEntries(harness, account, market, barrier);
  if (barrier === 'daily loss' && (await harness.find(bot)).stoppedBy !== 'risk')
    throw new Error('the loss of the day has not stopped the bot');
  // Whoever leaves does not know that nothing is held any more.
  const leaving = liquidated === 'whole' ? whole : amount;
  const refusal = await leave({ harness, runner, account, market, bot, amount: leaving, price });
  // Another process goes on, and the run hears of what was done.
  const next = harness.runner();
  for (let passed = 0; passed < 3; passed += 1) {
    harness.passMs(61_000);
    await next.renew();
    await next.tick();
  }
  return {
    isSpot: kind === 'spot',
    least: lowestAmount(market, price),
    held: await heldNow(),
    shown: await shownBy(harness, bot),
    lines: (await harness.linesOf(bot)).flatMap(({ severity, message }) =>
      severity === 'error' ? [message] : [],
    ),
    refusal,
  };
}

type LiquidatedHarness = Pick<LiquidatingSim, 'liquidate'> & { readonly harness: BotHarness };

async function harnessOf(of: ServiceCase): Promise<LiquidatedHarness> {
  const { sim, liquidate } = await liquidatingSim();
  if (of.liquidated !== undefined) return { harness: await botHarness(undefined, sim), liquidate };
  return { harness: await plainHarness(of), liquidate };
}

async function plainHarness({ venue, takesFees }: ServiceCase): Promise<BotHarness> {
  if (venue === 'paper') return botHarness(undefined, await paperHarness());
  if (takesFees !== true) return botHarness();
  return botHarness({ prices: HARNESS_PRICES, startMs: START_MS, feesIn: FEES_IN_RECEIVED });
}

/** Of everything that an entry may be refused for. */
async function stopEntries(
  { store, deps, sim }: BotHarness,
  { accountId }: Account,
  { quote, base, contract }: Market,
  barrier: 'limits' | 'daily loss',
): Promise<void> {
  const currency = contract?.marginCurrency ?? (contract === null ? quote : base);
  const least = decimal('0.00000001');
  const none = { maxOrderValue: null, maxExposure: null };
  const limits = { maxOrderValue: least, maxExposure: least, maxDailyLoss: least };
  if (barrier === 'limits') {
    await store.setLimits(accountId, {
      maxOrdersPerMinute: 0,
      currencies: [{ currency, ...limits }],
    });
    return;
  }
  const lossy = { currency, ...none, maxDailyLoss: least };
  await store.setLimits(accountId, { maxOrdersPerMinute: null, currencies: [lossy] });
  const day = Math.floor(sim.nowMs() / DAY_MS);
  await store.openDay(accountId, { currency, day, worth: decimal('100000000') });
  await watchLosses({ ...deps, riskSwitch: store });
}

export async function heldAtVenue(
  { sim }: BotHarness,
  account: Account,
  { marketTag, base, contract }: Market,
): Promise<bigint> {
  if (contract !== null) {
    const positions = await sim.exchange.fetchPositions(account);
    return positions.find((each) => each.marketTag === marketTag)?.amount ?? ZERO;
  }
  const { balances } = await sim.exchange.fetchBalances(account);
  return balances.find(({ currency }) => currency === base)?.total ?? ZERO;
}

export async function shownBy(
  { runs, store }: BotHarness,
  bot: Bot,
): Promise<ServiceOutcome['shown']> {
  // A deleted bot shows nothing.
  if ((await store.findBot(bot.userId, bot.botId)) === null) return null;
  const stored = await runs.findPositions(bot.botId);
  const positions = fromStoredForm(stored?.positions ?? '[]') as readonly BacktestPosition[];
  return positions.map(({ amount, leftReason }) => ({ amount, leftReason: leftReason ?? null }));
}

function wholeLots(market: Market, amount: Decimal): bigint {
  return divideRounded(amount, marketGrid(market).amountStep, 'floor');
}

function leastLots(market: Market, price: Decimal): bigint {
  return divideRounded(lowestAmount(market, price), marketGrid(market).amountStep, 'ceil');
}

function inLots(market: Market, lots: bigint): Decimal {
  return amountOf(marketGrid(market), lots as Lots);
}

function amountLeft(market: Market, price: Decimal, left: ServiceCase['left']): Decimal {
  const least = leastLots(market, price);
  const lots = {
    'much above the minimum': least * 5n,
    'one step above': least + 1n,
    'just below': least > 1n ? least - 1n : 1n,
    'one lot': 1n,
  }[left];
  return inLots(market, lots);
}
