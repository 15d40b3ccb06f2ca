// Every request of a dialect, signed, with the reader of its reply: by which a recording of the
// same verb and path is read.

import { generateKeyPairSync } from 'node:crypto';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder, OrderName } from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  FindMarket,
  ListedMarket,
  Query,
  VenueDialect,
} from '#venues/dialect.ts';
import { loadCcxtSigner } from '#venues/wire/ccxt-signer.ts';
import type {
  VenueCall,
  VenueCredentials,
  WireOutcome,
  WireReply,
} from '#venues/wire/venue-wire.ts';

/** A request, and the reader of a reply to it. */
export type DialectQuery = {
  /** Of the readers of its dialect: `orders.open`. */
  readonly reader: string;
  readonly call: VenueCall;
  readonly read: (outcome: WireOutcome) => unknown;
};

/** Of whom is requested, as a recording has it. */
export type QuerySubject = {
  readonly marketType: MarketType;
  readonly symbol: string;
  readonly find: FindMarket;
  readonly nowMs: number;
  /** Of candles, rates and lists by time. */
  readonly fromMs: number;
  readonly order: OrderName;
  /** That the account is in; absent: requests are those of the first. */
  readonly mode?: string | undefined;
};

const STEP = decimal('0.000000000000000001');

/** A market in whose steps every figure is a whole number. */
export function marketOf(code: string, marketType: MarketType, symbol: string): ListedMarket {
  const [base = symbol, quote = 'USDT'] = symbol.split(/[-_/]/);
  const market: Market = {
    marketTag: `${code}:${marketType}:${symbol}`,
    exchange: code,
    base,
    quote,
    marketType,
    priceStep: STEP,
    priceDecimals: 18,
    priceSignificantDigits: null,
    amountStep: STEP,
    amountDecimals: 18,
    makerFeePercent: ZERO,
    takerFeePercent: ZERO,
    minOrderAmount: ZERO,
    minOrderValue: ZERO,
    maxOrderAmount: ZERO,
    maxOrderValue: ZERO,
    isOpen: true,
    listedAtMs: null,
    marketBuyBy: 'base',
    contract:
      marketType === 'spot'
        ? null
        : {
            name: symbol,
            type: 'vanilla',
            marginCurrency: 'USDT',
            displayName: symbol,
            contractValue: decimal('1'),
            contractValueCurrency: base,
            lowestLeverage: decimal('1'),
            highestLeverage: decimal('100'),
          },
  };
  return { symbol, market, number: 0 };
}

/** Lists every market whose name the text has in quotes. */
export function marketsNamedIn(code: string, text: string): FindMarket {
  return (marketType, symbol) =>
    text.includes(`"${symbol}"`) ? marketOf(code, marketType, symbol) : null;
}

export function dialectQueries(
  dialect: VenueDialect,
  about: QuerySubject,
): readonly DialectQuery[] {
  const { account, candles, funding, orders, stream } = dialect;
  const { marketType, nowMs, fromMs, find, order } = about;
  const listed = marketOf(dialect.code, marketType, about.symbol);
  const inMode = about.mode === undefined ? {} : { mode: about.mode };
  const context: AccountContext = { marketType, findMarket: find, nowMs, ...inMode };
  const placing = { ...context, protectionPrice: decimal('61200'), marginMode: 'cross' as const };
  const isFutures = marketType === 'futures';
  const market = dialect.promises.fillLists === 'market' ? listed : null;
  const queries: DialectQuery[] = [];
  const add = (reader: string, ...found: readonly (Query<unknown> | null | undefined)[]) => {
    for (const query of found) if (query) queries.push({ reader, ...query });
  };
  add('time', dialect.time());
  add('markets', ...dialect.markets());
  add('price', dialect.price(listed));
  add('bestPrices', dialect.bestPrices?.(listed));
  add('candles', candles.fetch(listed, fromMs, nowMs));
  add('candles.recent', candles.recent?.fetch(listed, fromMs, nowMs));
  if (isFutures) add('funding', funding?.fetch(listed, fromMs, nowMs));
  const placed = newOrder(about, listed);
  add('orders.place', orders.place(placed, listed, placing));
  add('orders.prepare', ...orders.prepare(withLeverage(placed), listed));
  add('orders.cancel', orders.cancel(order, listed, context));
  for (const name of [order, { ...order, venueOrderId: null }])
    add('orders.lookUp', ...orders.lookUp(name, listed, context));
  add('orders.open', ...orders.open(context));
  add('orders.placedBetween', ...(orders.placedBetween?.(fromMs, nowMs, listed, context) ?? []));
  add('account.balances', account.balances(context));
  add('account.positions', ...account.positions(context));
  add('account.fills', account.fills(market, null, 500, context, fromMs));
  add('account.orderFills', account.orderFills(order, listed, context));
  if (isFutures) add('account.marginEvents', account.marginEvents?.(null, 500, context, fromMs));
  add('stream.token', stream.token?.());
  const joint = account.credentials(context, listed, 'key');
  for (const call of joint.calls) add('account.credentials', { call, read: readFirst });
  return queries;
}

/** One of several calls whose replies are read together. */
function readFirst(): never {
  throw new Error('credentials are read by all of their replies');
}

function newOrder({ order, nowMs }: QuerySubject, { market }: ListedMarket): NewVenueOrder {
  return {
    clientOrderId: order.clientOrderId ?? OWN_NAME,
    marketTag: market.marketTag,
    side: 'buy',
    type: 'limit',
    price: decimal('59000'),
    amount: decimal('0.01'),
    terms: PLAIN_TERMS,
    decidedAtMs: nowMs,
    sendByMs: Number.MAX_SAFE_INTEGER,
  };
}

function withLeverage(order: NewVenueOrder): NewVenueOrder {
  const margin = { leverage: decimal('5'), marginMode: 'cross' } as const;
  return { ...order, terms: { ...PLAIN_TERMS, margin } };
}

export const OWN_NAME = 'ord01jdq4v8e2f7k3m9n5p6r8t1wx';

export function replyOf(body: string, receivedAtMs: number): WireReply {
  return { kind: 'reply', status: 200, headers: new Map(), body, receivedAtMs };
}

/** Verb and path of what is sent. */
export type RouteOf = (call: VenueCall) => string;

export async function signedRoutes({ code, libraryId }: VenueDialect): Promise<RouteOf> {
  const signer = await loadCcxtSigner(libraryId, () => 1_780_000_000_000);
  return (call) => {
    const signed = signer.sign(call, call.access === 'private' ? credentialsOf(code) : null);
    if (signed === null) throw new Error(`${code}: "${call.path}" cannot be signed`);
    return `${signed.method} ${new URL(signed.address).pathname}`;
  };
}

function credentialsOf(code: string): VenueCredentials {
  const plain = { apiKey: 'key-of-a-test', secret: 'c2VjcmV0', passphrase: 'pass' };
  if (code === 'hyperliquid')
    return { ...plain, apiKey: `0x${'12'.repeat(20)}`, secret: `0x${'11'.repeat(32)}` };
  if (code !== 'coinbase') return plain;
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { ...plain, apiKey: 'organizations/a/apiKeys/b', secret: privateKey };
}
