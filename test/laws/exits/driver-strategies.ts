// The law of exits for bots at drivers: a strategy or a script enters over the wire to a loopback
// venue, a signal sells a part, and a stop or a target that the service watches leaves the rest,
// also where another process goes on with the run in between.

import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, divideRounded, formatDecimal, multiplyDecimal, ONE, ZERO } from '#lib/decimal.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { amountOf, marketGrid } from '#venue-port/market/market-grid.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import { lowestAmount } from '#venue-port/order/order-check.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import { marketOf } from '#ports/exchange/exchange-harness.contract.ts';
import type { LoadedBrain } from '#ports/stores/bot-store.ts';
import { refusingExchange } from '#adapters/sim/refusing-exchange.fixture.ts';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import type { OpenLoopback } from '../../venues/contract/loopback-harness.ts';
import { openLoopback } from '../../venues/contract/loopback-harness.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { PlantedViolation, TriedCell, Verdict } from '../law.ts';
import { broken } from '../law.ts';
import { amountInLots, amountLeft, heldOf, LEFT, leastLots } from './driver-exits.ts';
import { driverWorld } from './driver-world.ts';
import { FAILING_EXITS } from './failing-exits.ts';
import { judgeServiceExit } from './judge-service-exit.ts';

const TYPES = ['spot', 'futures'] as const;
const TOKEN = 'go';
/** The price is anywhere within a percent each minute: one of the two is met soon. */
const NEAR = { stop_loss_percent: 0.2, take_profit_percent: 0.2 };
const LOWEST_PRICE = decimal('59400');
const MINUTES_MOST = 40;
/** So soon the run has heard of what was filled. */
const HEARD_WITHIN_MINUTES = 3;

type Left = (typeof LEFT)[number];

type Holding = {
  readonly market: Market;
  readonly type: MarketType;
  /** What it enters with, and how much of that is sold before. */
  readonly whole: Decimal;
  readonly part: Decimal;
};

type DriverWay = {
  readonly cell: string;
  readonly participant: (type: MarketType) => string;
  readonly left: readonly Left[];
  readonly brain: (holding: Holding) => LoadedBrain;
  /** The exchange as the bot meets it; left out: as it is. */
  readonly met?: (exchange: Exchange, clock: Clock) => Exchange;
};

const WAYS: readonly DriverWay[] = [
  {
    cell: 'by its stop or target',
    participant: () => 'webhook',
    left: LEFT,
    brain: (holding) => ({
      kind: 'strategy',
      type: 'webhook',
      config: { ...settingsOf(holding), signal_token: TOKEN, order_size: baseOf(holding) },
    }),
  },
  {
    cell: 'by its stop or target',
    participant: dealType,
    left: ['much above the minimum'],
    brain: (holding) => ({
      kind: 'strategy',
      type: dealType(holding.type),
      config: {
        ...settingsOf(holding),
        // Above the fees of spot; the stop is met by any fall.
        take_profit_percent: 20,
        trailing_stop_loss: true,
        base_order_size: baseOf(holding),
        averaging_order_size: baseOf(holding),
        max_averaging_orders: 0,
        max_deals: 1,
      },
    }),
  },
  {
    cell: 'by its stop or target',
    participant: () => 'bracket',
    left: ['much above the minimum', 'one step above'],
    brain: bracketBrain,
  },
  {
    cell: 'by its stop or target, its entry refused first',
    participant: () => 'bracket',
    left: ['much above the minimum'],
    brain: bracketBrain,
    met: (exchange, clock) => refusingExchange(exchange, clock, 90_000),
  },
  {
    cell: 'by its stop',
    participant: gridType,
    left: ['much above the minimum'],
    brain: gridBrain,
  },
  {
    cell: 'by a stop that the service watches',
    participant: (type) => (type === 'spot' ? 'PlaceSellOrder' : 'PlaceExitLongOrder'),
    left: LEFT,
    brain: stopScript,
  },
];

/** Each strategy again, where the first exit fails. */
const FAILING_WAYS: readonly DriverWay[] = WAYS.filter(
  ({ brain, met }) => brain !== stopScript && met === undefined,
).flatMap((way) =>
  FAILING_EXITS.map(({ cell, met }): DriverWay => {
    return { ...way, cell: `${way.cell}, ${cell}`, left: ['much above the minimum'], met };
  }),
);

function bracketBrain({ market: { marketTag }, whole }: Holding): LoadedBrain {
  const exits = { stop_price: '59800', target_price: '60200' };
  const config = { market_tag: marketTag, direction: 'long', ...exits };
  return { kind: 'strategy', type: 'bracket', config: { ...config, amount: formatDecimal(whole) } };
}

function dealType(type: MarketType) {
  return type === 'spot' ? 'spot_dollar_cost_averaging' : 'futures_dollar_cost_averaging';
}

function gridType(type: MarketType) {
  return type === 'spot' ? 'spot_grid' : 'futures_grid';
}

/** Its lines above are never met: it holds what it entered with until its stop. */
function gridBrain({ market, type, whole }: Holding): LoadedBrain {
  const ofOne = market.contract?.contractValue ?? ONE;
  const base = multiplyDecimal(whole, ofOne, 'ceil');
  const own =
    type === 'spot'
      ? { sell_base_on_stop: true }
      : { close_position_on_stop: true, direction: 'long' };
  return {
    kind: 'strategy',
    type: gridType(type),
    config: {
      ...own,
      market_tag: market.marketTag,
      lower_price: '59850',
      upper_price: '69850',
      grid_count: 2,
      investment: formatDecimal(multiplyDecimal(base, decimal('240000'), 'ceil')),
      stop_loss_price: '59800',
    },
  };
}

function settingsOf({ market }: Holding) {
  return { market_tag: market.marketTag, order_size_asset: 'base', ...NEAR };
}

function baseOf({ market, whole }: Holding): string {
  const ofOne = market.contract?.contractValue ?? ONE;
  return formatDecimal(multiplyDecimal(whole, ofOne, 'ceil'));
}

/** Its stop rests nowhere but here. */
function stopScript({ type, whole, part }: Holding): LoadedBrain {
  const [enter, leave] = type === 'spot' ? ['Buy', 'Sell'] : ['GoLong', 'ExitLong'];
  const market = 'type = MarketOrderType';
  const stop = 'type = StopMarketOrderType, triggerPrice = price * 0.999';
  const source = `
    local n = Load('n', 0) + 1
    Save('n', n)
    local price = CurrentPrice().close
    if n == 1 then Place${enter}Order(price, ${formatDecimal(whole)}, {${market}}) end
    if n == 3 then Place${leave}Order(price, ${formatDecimal(part)}, {${market}}) end
    if n > 4 and price > 60000 and Load('stop', '') == '' then
      Save('stop', Place${leave}Order(price, GetPositionAmount(), {${stop}}))
    end`;
  return { kind: 'script', source, libraries: [] };
}

type DriverCase = {
  readonly code: VenueCode;
  readonly type: MarketType;
  readonly left: Left;
  /** Another process goes on once the rest is held. */
  readonly isRestarted: boolean;
  /** A part is not sold: its exchange liquidates it. */
  readonly isLiquidated: boolean;
};

/** Of a venue, what a case needs. */
type OfLoopback = Pick<OpenLoopback, 'makeHarness' | 'control'>;

/** Cells of strategies, and of a stop that a script places, at every driver. */
export async function* tryDriverStrategies(
  isChosen: (cellIndex: number) => boolean,
): AsyncIterable<TriedCell> {
  let index = 0;
  for (const name of DIALECT_CODES) {
    const code = name as VenueCode;
    const { marketTypes } = await loadDialect(code);
    const cases = TYPES.filter((type) => marketTypes.includes(type)).flatMap((type) =>
      [...WAYS, ...FAILING_WAYS].flatMap((way) => casesOf(way, code, type)),
    );
    const chosen = cases.flatMap(({ way, of }) => {
      index += 1;
      const isRestarted = index % 2 === 1;
      return isChosen(index) ? [{ way, of: { ...of, isRestarted } }] : [];
    });
    if (chosen.length === 0) continue;
    const loopback = await openAt(code, marketTypes);
    try {
      for (const { way, of } of chosen) {
        const verdict = await leaveAt(loopback, of, way);
        const again = of.isRestarted ? ', after a restart' : '';
        const taken = of.isLiquidated ? ', after a part was liquidated' : '';
        const cell = `driver ${code}, ${of.type}, ${of.left}, ${way.cell}${taken}${again}`;
        yield { participant: way.participant(of.type), cell, verdict };
      }
    } finally {
      await loopback.close();
    }
  }
}

const asItIs = (exchange: Exchange): Exchange => exchange;

/** What is margined is liquidated, too. */
function casesOf(way: DriverWay, code: VenueCode, type: MarketType) {
  const isMargined = type === 'futures' && way.met === undefined;
  return way.left.flatMap((left) =>
    (isMargined ? [false, true] : [false]).map((isLiquidated) => {
      return { way, of: { code, type, left, isLiquidated } };
    }),
  );
}

function openAt(code: VenueCode, types: readonly MarketType[]) {
  const symbol = `BTC${dollarsAt(code)}`;
  const symbolOf = (type: MarketType): string | null => (types.includes(type) ? symbol : null);
  const markets = { spot: symbolOf('spot'), futures: symbolOf('futures') };
  const closed = `ETH${dollarsAt(code)}`;
  return openLoopback({ code, ...markets, closed, latestMs: 4_000, engineMs: 50 });
}

async function leaveAt(
  loopback: OfLoopback,
  { code, type, left, isRestarted, isLiquidated }: DriverCase,
  { brain, met = asItIs }: Pick<DriverWay, 'brain' | 'met'>,
): Promise<Verdict> {
  const harness = await loopback.makeHarness();
  const isFutures = type === 'futures';
  const holder = present(isFutures ? harness.futures : harness.spot, 'the driver has an account');
  const market = await marketOf(harness, holder);
  const rest = amountLeft(market, left);
  const part = amountInLots(market, 3n * leastLots(market));
  const whole = (rest + part) as Decimal;
  const before = await heldOf(harness, holder, market, isFutures);
  const heldNow = async (): Promise<Decimal> => {
    const { amountStep } = marketGrid(market);
    const held = (await heldOf(harness, holder, market, isFutures)) - before;
    // What fees leave of a step is in the balances of the account alone.
    return amountOf(marketGrid(market), divideRounded(held, amountStep, 'floor') as Lots);
  };
  const clock = { nowMs: () => harness.nowMs() };
  const world = await driverWorld(code, harness, holder, met(harness.exchange, clock));
  const loaded = brain({ market, type, whole, part });
  const bot = await world.start(loaded);
  await world.passMinutes(1);
  if (loaded.kind === 'strategy' && loaded.type === 'webhook') {
    const signal = {
      kind: 'signal',
      name: TOKEN,
      signalAtMs: harness.nowMs(),
      payload: null,
    } as const;
    await world.send(bot, { ...signal, action: 'buy' });
    const parts = { closed: formatDecimal(part), of: formatDecimal(whole) };
    if (!isLiquidated) await world.send(bot, { ...signal, action: 'exit_long', part: parts });
  } else await world.passMinutes(isLiquidated ? 2 : 5);
  if (isLiquidated) {
    loopback.control('liquidate', {
      account: holder.account.accountId,
      market: `linear:BTC${dollarsAt(code)}`,
      amount: formatDecimal(part),
    });
    await world.passMinutes(1);
  }
  const most = await heldNow();
  if (isRestarted) world.restart();
  for (let passed = 0; passed < MINUTES_MOST && (await heldNow()) > ZERO; passed += 1)
    await world.passMinutes(1);
  await world.passMinutes(HEARD_WITHIN_MINUTES);
  const lines = await world.linesOf(bot);
  const positions = fromStoredForm(await world.shownBy(bot)) as readonly BacktestPosition[];
  const hasTraded = lines.some((line) => line.startsWith('trade: '));
  if (!hasTraded) return broken(`nothing was held (${formatDecimal(most)}): ${lines.join(' | ')}`);
  return judgeServiceExit({
    isSpot: !isFutures,
    least: lowestAmount(market, LOWEST_PRICE),
    held: await heldNow(),
    shown: positions.map(({ amount, leftReason }) => ({ amount, leftReason: leftReason ?? null })),
    lines: lines.filter((line) => line.startsWith('error: ')),
    refusal: null,
  });
}

export const PLANTED_AT_RUNS: readonly PlantedViolation[] = [
  plantedAtOkx('a bot at a driver whose stop nobody watches any more', withoutStop, {
    isRestarted: true,
    isLiquidated: false,
  }),
  plantedAtOkx(
    'a driver that does not say what its exchange liquidated',
    stopScript,
    { isRestarted: false, isLiquidated: true },
    (exchange) => ({
      ...exchange,
      fetchMarginEvents: async (_account, cursor) => ({ events: [], cursor: cursor ?? '0' }),
    }),
  ),
  ...FAILING_EXITS.map(({ cell, met }) =>
    plantedAtOkx(
      `a bot that leaves once and never again, with ${cell}`,
      leavingOnce,
      { isRestarted: false, isLiquidated: false },
      met,
    ),
  ),
];

function plantedAtOkx(
  name: string,
  brain: DriverWay['brain'],
  how: Pick<DriverCase, 'isRestarted' | 'isLiquidated'>,
  met: DriverWay['met'] = asItIs,
): PlantedViolation {
  return {
    name,
    async find(): Promise<TriedCell> {
      const [code, type] = ['okx', 'futures'] as const;
      const loopback = await openAt(code, [type]);
      try {
        const verdict = await leaveAt(
          loopback,
          { code, type, left: 'much above the minimum', ...how },
          { brain, met },
        );
        return { participant: 'PlaceExitLongOrder', cell: `driver ${code}, ${type}`, verdict };
      } finally {
        await loopback.close();
      }
    },
  };
}

/** It leaves by one order at market, whatever becomes of it. */
function leavingOnce({ whole }: Holding): LoadedBrain {
  const source = `
    local n = Load('n', 0) + 1
    Save('n', n)
    local price = CurrentPrice().close
    if n == 1 then PlaceGoLongOrder(price, ${formatDecimal(whole)}, {type = MarketOrderType}) end
    if n == 3 then PlaceExitLongOrder(price, GetPositionAmount(), {type = MarketOrderType}) end`;
  return { kind: 'script', source, libraries: [] };
}

function withoutStop(holding: Holding): LoadedBrain {
  const stop = stopScript(holding);
  return stop.kind === 'script' ? { ...stop, source: stop.source.replace('n > 4', 'false') } : stop;
}
