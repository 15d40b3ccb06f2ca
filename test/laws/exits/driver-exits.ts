// The law of exits at the drivers: each over its loopback venue buys, sells a part, and leaves the
// rest. On futures an order that only reduces takes all of it; on spot the venue or the driver says
// why it does not.

import { decimal, divideRounded, formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import { amountOf, marketGrid } from '#venue-port/market/market-grid.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import { passivePrice } from '#venue-port/market/price-digits.ts';
import { lowestAmount } from '#venue-port/order/order-check.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type {
  ContractAccount,
  ContractHarness,
} from '#ports/exchange/exchange-harness.contract.ts';
import { marketOf } from '#ports/exchange/exchange-harness.contract.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import { openLoopback } from '../../venues/contract/loopback-harness.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { TriedCell, Verdict } from '../law.ts';
import { broken, excused, HELD } from '../law.ts';

const PRICE = decimal('60000');
/** Of a sale that takes at once. */
const LIMIT = decimal('59000');
export const LEFT = ['much above the minimum', 'one step above', 'just below', 'one lot'] as const;
const WAYS = ['market', 'limit'] as const;
const MARKET_TYPES = ['spot', 'futures'] as const;

type DriverCase = {
  readonly type: MarketType;
  readonly left: (typeof LEFT)[number];
  readonly way: (typeof WAYS)[number];
};

const CASES: readonly DriverCase[] = MARKET_TYPES.flatMap((type) =>
  LEFT.flatMap((left) => WAYS.map((way) => ({ type, left, way }))),
);

/** Cells of every driver. */
export async function* tryDrivers(
  isChosen: (cellIndex: number) => boolean,
): AsyncIterable<TriedCell> {
  for (const code of DIALECT_CODES) {
    const { marketTypes } = await loadDialect(code);
    const has = (type: MarketType): boolean => marketTypes.includes(type);
    // The first one is tried on every day; it is the one that exchanges differ in.
    const hardest = CASES.filter(({ type, left }) => has(type) && left === 'one lot');
    const cases = [...hardest, ...CASES.filter((each) => !hardest.includes(each))];
    const chosen = cases.filter((_, index) => isChosen(index));
    yield* tryDriver(code as VenueCode, chosen, has);
  }
}

async function* tryDriver(
  code: VenueCode,
  cases: readonly DriverCase[],
  has: (type: MarketType) => boolean,
): AsyncIterable<TriedCell> {
  const symbol = `BTC${dollarsAt(code)}`;
  const loopback = await openLoopback({
    code,
    spot: has('spot') ? symbol : null,
    futures: has('futures') ? symbol : null,
    closed: `ETH${dollarsAt(code)}`,
    latestMs: 4_000,
    engineMs: 50,
  });
  try {
    for (const each of cases) {
      const participant = `driver ${code}`;
      const cell = `${each.type}, ${each.left}, ${each.way} order`;
      if (!has(each.type)) {
        const verdict = excused(`the driver has no ${each.type}`);
        yield { participant, cell, verdict };
        continue;
      }
      const harness = await loopback.makeHarness();
      const holder = each.type === 'futures' ? harness.futures : harness.spot;
      const verdict = holder === null ? broken('no account') : await leave(harness, holder, each);
      yield { participant, cell, verdict };
    }
  } finally {
    await loopback.close();
  }
}

async function leave(
  harness: ContractHarness,
  holder: ContractAccount,
  { type, left, way }: DriverCase,
): Promise<Verdict> {
  const { exchange } = harness;
  const market = await marketOf(harness, holder);
  const isFutures = type === 'futures';
  const rest = amountLeft(market, left);
  const part = amountInLots(market, 3n * leastLots(market));
  const before = await heldOf(harness, holder, market, isFutures);
  const orders: readonly (readonly [string, NewVenueOrder])[] = [
    ['entry', orderOf(harness, market, 'buy', (rest + part) as Decimal, 'market', false)],
    ['part', orderOf(harness, market, 'sell', part, 'market', isFutures)],
    ['exit', orderOf(harness, market, 'sell', rest, way, isFutures)],
  ];
  let refusal: string | null = null;
  for (const [name, order] of orders) {
    const placed = await exchange.placeOrder(holder.account, order);
    await harness.advanceMs?.(2_000);
    if (placed.ok) continue;
    if (name !== 'exit') return broken(`the ${name} was refused: ${placed.rejection.code}`);
    refusal = placed.rejection.detail;
  }
  const held = (await heldOf(harness, holder, market, isFutures)) - before;
  if (refusal === null)
    return held <= 0n ? HELD : broken(`${formatDecimal(held as Decimal)} is still held`);
  if (isFutures) return broken(`${formatDecimal(rest)} cannot be left: ${refusal}`);
  const isTooLittle = rest < lowestAmount(market, way === 'limit' ? LIMIT : PRICE);
  return isTooLittle && refusal !== '' ? HELD : broken(`refused: "${refusal}"`);
}

export async function heldOf(
  { exchange }: ContractHarness,
  { account, marketTag }: ContractAccount,
  { base }: Market,
  isFutures: boolean,
): Promise<bigint> {
  if (isFutures) {
    const positions = await exchange.fetchPositions(account);
    return positions.find((each) => each.marketTag === marketTag)?.amount ?? ZERO;
  }
  const { balances } = await exchange.fetchBalances(account);
  return balances.find(({ currency }) => currency === base)?.total ?? ZERO;
}

export function leastLots(market: Market): bigint {
  return divideRounded(lowestAmount(market, PRICE), marketGrid(market).amountStep, 'ceil');
}

export function amountInLots(market: Market, lots: bigint): Decimal {
  return amountOf(marketGrid(market), lots as Lots);
}

export function amountLeft(market: Market, left: DriverCase['left']): Decimal {
  const least = leastLots(market);
  const smallest = divideRounded(market.minOrderAmount, marketGrid(market).amountStep, 'ceil');
  const one = smallest > 1n ? smallest : 1n;
  const lots = {
    'much above the minimum': least * 5n,
    'one step above': least + 1n,
    'just below': least - 1n > one ? least - 1n : one,
    'one lot': market.contract === null ? 1n : one,
  }[left];
  return amountInLots(market, lots);
}

function orderOf(
  harness: ContractHarness,
  market: Market,
  side: 'buy' | 'sell',
  amount: Decimal,
  type: 'market' | 'limit',
  isReduceOnly: boolean,
): NewVenueOrder {
  const nowMs = harness.nowMs();
  return {
    clientOrderId: harness.newClientOrderId(),
    marketTag: market.marketTag,
    side,
    type,
    price: type === 'limit' ? passivePrice(market, LIMIT, side) : ZERO,
    amount,
    terms: { ...PLAIN_TERMS, isReduceOnly },
    decidedAtMs: nowMs,
    sendByMs: Number.MAX_SAFE_INTEGER,
  };
}
