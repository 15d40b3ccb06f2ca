// The law of exits through the service and four drivers: orders of the API and the risk switch over
// the services, the driver and the wire to its loopback venue.

import { decimal, formatDecimal } from '#lib/decimal.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import { lowestAmount } from '#venue-port/order/order-check.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type {
  ContractAccount,
  ContractHarness,
} from '#ports/exchange/exchange-harness.contract.ts';
import { marketOf } from '#ports/exchange/exchange-harness.contract.ts';
import { sampleAccount, sampleCaller, sampleUser } from '#ports/stores/store.fixture.ts';
import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { reconcileAccounts } from '#services/orders/reconcile-accounts.ts';
import { stopEverything } from '#services/risk/stop-everything.ts';
import { openLoopback } from '../../venues/contract/loopback-harness.ts';
import type { PlantedViolation, TriedCell, Verdict } from '../law.ts';
import { broken, HELD } from '../law.ts';
import { amountLeft, heldOf, LEFT, leastLots, amountInLots } from './driver-exits.ts';
import { FAILING_EXITS } from './failing-exits.ts';

const DRIVERS = ['binance', 'binanceusdm', 'bybit', 'okx'] as const;
const TYPES = ['spot', 'futures'] as const;
const PRICE = decimal('60000');
const SYMBOL = 'BTCUSDT';
/** Prices of the venue go below it within the hour. */
const STOP = decimal('59900');

type Left = (typeof LEFT)[number];

/** Over the services: who holds something, and how much is left of it. */
type DriverHolding = {
  readonly harness: ContractHarness;
  readonly holder: ContractAccount;
  readonly market: Market;
  readonly rest: Decimal;
  /** `trigger`: of a stop that the exchange holds; left out: it is a market order. */
  readonly order: (
    side: OrderSide,
    amount: Decimal,
    isExit: boolean,
    trigger?: Decimal,
  ) => Promise<string | null>;
  readonly stop: () => Promise<void>;
};

const WAYS: readonly {
  readonly participant: string;
  readonly types: readonly MarketType[];
  /** By a stop that the exchange holds, where it does. */
  readonly isByStop?: true;
  /** How the first exit fails; left out: it does not. */
  readonly failing?: Pick<(typeof FAILING_EXITS)[number], 'cell' | 'met'>;
  readonly leave: (held: DriverHolding) => Promise<string | null>;
}[] = [
  {
    participant: 'placeAccountOrder',
    types: TYPES,
    leave: ({ order, rest }) => order('sell', rest, true),
  },
  {
    participant: 'placeAccountOrder',
    types: TYPES,
    isByStop: true,
    async leave({ harness, order, rest }) {
      const refusal = await order('sell', rest, true, STOP);
      await harness.advanceMs?.(HOUR_MS);
      return refusal;
    },
  },
  {
    // On spot it closes what bots hold alone.
    participant: 'stopEverything',
    types: ['futures'],
    async leave({ stop }) {
      await stop();
      return null;
    },
  },
  ...FAILING_EXITS.map((failing) => ({
    participant: 'stopEverything',
    types: ['futures'] as const,
    failing,
    async leave({ stop, harness }: DriverHolding) {
      await stop();
      await harness.advanceMs?.(HOUR_MS);
      await stop();
      return null;
    },
  })),
];

/** Cells of each way, at each of the drivers. */
export async function* tryServiceDrivers(
  isChosen: (cellIndex: number) => boolean,
): AsyncIterable<TriedCell> {
  for (const code of DRIVERS) {
    const { marketTypes, orderSupport } = await loadDialect(code);
    const holds = (type: MarketType): boolean =>
      orderSupport.stops?.[type].includes('stop_market') === true;
    const loopback = await openAt(code, marketTypes);
    try {
      for (const { participant, types, isByStop, failing, leave } of WAYS) {
        const listed = types.filter((type) => marketTypes.includes(type));
        const own = isByStop === true ? listed.filter(holds) : listed;
        const cases = own.flatMap((type) => LEFT.map((left) => ({ type, left })));
        const chosen = cases.toReversed().filter((_, index) => isChosen(index));
        for (const { type, left } of chosen) {
          const harness = await loopback.makeHarness();
          const verdict = await leaveThrough(code, harness, { type, left, failing }, leave);
          const how = isByStop === true ? ', by a stop' : failing ? `, ${failing.cell}` : '';
          yield { participant, cell: `driver ${code}, ${type}, ${left}${how}`, verdict };
        }
      }
    } finally {
      await loopback.close();
    }
  }
}

function openAt(code: (typeof DRIVERS)[number], types: readonly MarketType[]) {
  const symbolOf = (type: MarketType): string | null => (types.includes(type) ? SYMBOL : null);
  const markets = { spot: symbolOf('spot'), futures: symbolOf('futures'), closed: 'ETHUSDT' };
  return openLoopback({ code, ...markets, latestMs: 4_000, engineMs: 50 });
}

export const PLANTED_AT_DRIVERS: readonly PlantedViolation[] = [
  {
    name: 'an exit by a stop that its price never comes to',
    async find(): Promise<TriedCell> {
      const loopback = await openAt('bybit', TYPES);
      try {
        const of = { type: 'futures', left: 'one lot' } as const;
        const verdict = await leaveThrough('bybit', await loopback.makeHarness(), of, farStop);
        return { participant: 'placeAccountOrder', cell: 'driver bybit, by a stop', verdict };
      } finally {
        await loopback.close();
      }
    },
  },
  {
    name: 'an exit through a driver that nobody sends',
    async find(): Promise<TriedCell> {
      const loopback = await openAt('okx', TYPES);
      try {
        const of = { type: 'futures', left: 'one lot' } as const;
        const verdict = await leaveThrough('okx', await loopback.makeHarness(), of, unsent);
        return { participant: 'stopEverything', cell: 'driver okx', verdict };
      } finally {
        await loopback.close();
      }
    },
  },
];

/** Nothing comes to it. */
const farStop = async ({ harness, order, rest }: DriverHolding): Promise<string | null> => {
  const refusal = await order('sell', rest, true, decimal('1000'));
  await harness.advanceMs?.(HOUR_MS);
  return refusal;
};

const unsent = async (): Promise<null> => null;

type DriverCase = {
  readonly type: MarketType;
  readonly left: Left;
  readonly failing?: (typeof WAYS)[number]['failing'];
};

async function leaveThrough(
  code: string,
  harness: ContractHarness,
  { type, left, failing }: DriverCase,
  leave: (held: DriverHolding) => Promise<string | null>,
): Promise<Verdict> {
  const holder = type === 'futures' ? harness.futures : harness.spot;
  if (holder === null) return broken('no account');
  const market = await marketOf(harness, holder);
  const { order, stop, fail } = await serviceOver(code, harness, holder);
  const rest = amountLeft(market, left);
  const part = amountInLots(market, 3n * leastLots(market));
  const isFutures = type === 'futures';
  const before = await heldOf(harness, holder, market, isFutures);
  for (const refusal of [
    await order('buy', (rest + part) as Decimal, false),
    await order('sell', part, isFutures),
  ])
    if (refusal !== null) return broken(`before: ${refusal}`);
  if (failing !== undefined) fail(failing.met);
  const refusal = await leave({ harness, holder, market, rest, order, stop });
  await harness.advanceMs?.(2_000);
  const held = (await heldOf(harness, holder, market, isFutures)) - before;
  if (held <= 0n) return HELD;
  const said = `${formatDecimal(held as Decimal)} is still held: ${refusal ?? 'nobody says why'}`;
  const isTooLittle = !isFutures && rest < lowestAmount(market, PRICE) && refusal !== null;
  return isTooLittle ? HELD : broken(said);
}

async function serviceOver(
  code: string,
  harness: ContractHarness,
  { account, marketTag }: ContractAccount,
): Promise<
  Pick<DriverHolding, 'order' | 'stop'> & {
    /** From now on the exchange is met like this. */
    readonly fail: (met: (exchange: Exchange) => Exchange) => void;
  }
> {
  const state = memoryState();
  const store = memoryStore(state);
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const { userId } = user;
  await store.insertAccount(sampleAccount(userId, { ...account, exchange: code }));
  const clock = { nowMs: () => harness.nowMs() };
  let exchange: Exchange = { ...harness.exchange, code };
  const stores = { accounts: store, orders: store, idempotency: store, bots: store };
  const deps = {
    ...stores,
    exchanges: exchangeRegistry([
      { ...exchange, placeOrder: async (...request) => exchange.placeOrder(...request) },
    ]),
    clock,
    digest: systemDigest,
    log: LOG,
  };
  let count = 0;
  return {
    async order(side, amount, isExit, triggerPrice) {
      count += 1;
      const isReduceOnly = isExit && account.marketType === 'futures';
      const placed = await placeOrder(deps, {
        caller: sampleCaller(userId),
        accountId: account.accountId,
        marketTag,
        side,
        type: triggerPrice === undefined ? 'market' : 'stop_market',
        price: null,
        amount,
        terms: { ...PLAIN_TERMS, isReduceOnly, triggerPrice: triggerPrice ?? null },
        derivationId: `law ${count}`,
        isTakeover: false,
        completion: null,
      });
      await harness.advanceMs?.(2_000);
      return placed.ok ? null : placed.rejection.detail;
    },
    fail(met) {
      exchange = met(exchange);
    },
    async stop() {
      await reconcileAccounts(deps);
      const botRuns = memoryBotRunStore(state, clock);
      const timer = { every: () => () => undefined };
      await stopEverything(
        { ...deps, bots: store, botRuns, riskSwitch: store, timer },
        {
          reach: { kind: 'user', userId },
          reason: 'Stopped by the risk switch.',
          cancelsOrders: true,
          closesPositions: true,
          derivationId: 'law',
          withinMs: null,
        },
      );
    },
  };
}

function ignore(): void {
  // Nobody reads it.
}

const LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };
