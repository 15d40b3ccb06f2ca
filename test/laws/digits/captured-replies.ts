// Captures replies of the loopback venue for each reader of a dialect, and reads them again: every
// call of the dialect is sent once, pages and all, and each stream is opened.

import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { decimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder, OrderName } from '#venue-port/exchange/exchange.ts';
import type {
  AccountContext,
  FindMarket,
  JointQuery,
  ListedMarket,
  MarketStreamDialect,
  Query,
  Verdict,
  VenueDialect,
} from '#venues/dialect.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { makeRequestBudget } from '#venues/request-budget.ts';
import { SYSTEM_TIME } from '#venues/monotonic-time.ts';
import { makeCcxtWire } from '#venues/wire/ccxt-wire.ts';
import type { VenueCredentials, VenueWire, WireReply } from '#venues/wire/venue-wire.ts';
import { ALL_VENUES, dollarsAt } from '#loopback/skins/all-venues.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';

/** A text that a reader was given. */
export type CapturedReply = {
  /** Of the readers of its dialect: `orders.open`. */
  readonly reader: string;
  readonly text: string;
  /** Reads another text in its place; null is unreadable. */
  readonly read: (text: string) => unknown;
};

/** The readers that a dialect has, by their names in it. */
export function readersOf(dialect: VenueDialect): readonly string[] {
  const { account, candles, funding, stream, marketStream, bestPriceStream, orders } = dialect;
  const hasFutures = dialect.marketTypes.includes('futures');
  const optional: readonly (readonly [string, unknown])[] = [
    ['bestPrices', dialect.bestPrices],
    ['candles.recent', candles.recent],
    ['funding', funding],
    ['orders.placedBetween', orders.placedBetween],
    ['account.positions', hasFutures ? account.positions : null],
    ['account.marginEvents', hasFutures ? account.marginEvents : null],
    ['stream.token', stream.token],
    ['marketStream', marketStream],
    ['bestPriceStream', bestPriceStream],
  ];
  return [
    'time',
    'markets',
    'price',
    'candles',
    'orders.place',
    'orders.cancel',
    'orders.lookUp',
    'orders.open',
    'account.balances',
    'account.fills',
    'account.orderFills',
    'account.credentials',
    'stream',
    ...optional.flatMap(([name, reader]) => (reader ? [name] : [])),
  ];
}

/** Two orders, one of which is filled, and all that the venue then says of them. */
export async function captureReplies(code: string): Promise<readonly CapturedReply[]> {
  const dialect = await loadDialect(code);
  const server = await startVenueServer();
  const wire = openWire(dialect, server);
  try {
    const captured: CapturedReply[] = [];
    const capture = makeCapture(wire, openAccount(server, code), captured);
    for (const type of dialect.marketTypes) await captureType(dialect, type, server, capture);
    return captured;
  } finally {
    wire.close();
    await server.close();
  }
}

function openWire(dialect: VenueDialect, server: VenueServer): VenueWire & { close(): void } {
  const { clock } = server.state;
  server.control('limits', { venue: dialect.code, max: 1e9, areAccountsLimited: false });
  return makeCcxtWire({
    exchangeId: dialect.libraryId,
    hosts: { allowed: dialect.hosts, redirect: server.address },
    budget: makeRequestBudget({ ...dialect.budget, perMinute: 1e9 }, SYSTEM_TIME),
    clock,
    venueNowMs: () => clock.nowMs(),
  });
}

function openAccount(server: VenueServer, code: string): VenueCredentials {
  const balances = { [dollarsAt(code as VenueCode)]: '100000', BTC: '1.5', ETH: '10' };
  const content = { venue: code, id: 'a1', balances };
  const opened = server.control('account', content) as {
    readonly key: string;
    readonly secret: string;
    readonly passphrase: string | null;
  };
  return { apiKey: opened.key, secret: opened.secret, passphrase: opened.passphrase };
}

type Capture = {
  readonly wire: VenueWire;
  readonly keys: VenueCredentials;
  readonly captured: CapturedReply[];
  /** Sends, and follows pages. */
  ask<T>(reader: string, query: Query<T>): Promise<Verdict<T>>;
  askJointly<T>(reader: string, query: JointQuery<T>): Promise<void>;
};

/** Of a request to the loopback, also on a machine that does much else. */
const DEADLINE_MS = 120_000;
const PAGES_MAX = 8;

function makeCapture(wire: VenueWire, keys: VenueCredentials, captured: CapturedReply[]): Capture {
  const send = async (call: Query<unknown>['call']): Promise<WireReply | null> => {
    const outcome = await wire.send(call, call.access === 'private' ? keys : null, DEADLINE_MS);
    return outcome.kind === 'reply' ? outcome : null;
  };
  return {
    wire,
    keys,
    captured,
    async ask(reader, first) {
      let query = first;
      for (let page = 0; ; page += 1) {
        const { call, read } = query;
        const reply = await send(call);
        if (reply === null) throw new Error(`${reader}: no reply`);
        captured.push({ reader, text: reply.body, read: (body) => read({ ...reply, body }) });
        const verdict = read(reply);
        const next = verdict.kind === 'done' ? followingOf(verdict.value) : null;
        if (next === null || page === PAGES_MAX) return verdict;
        query = next as typeof first;
      }
    },
    async askJointly(reader, { calls, read }) {
      const replies = await Promise.all(calls.map(send));
      const all = replies.map((reply) => reply as WireReply);
      for (const [place, reply] of all.entries())
        captured.push({
          reader,
          text: reply.body,
          read: (body) => read(all.map((each, at) => (at === place ? { ...each, body } : each))),
        });
    },
  };
}

function followingOf(value: unknown): Query<unknown> | null {
  if (typeof value !== 'object' || value === null) return null;
  const { next, rest } = value as { readonly next?: unknown; readonly rest?: unknown };
  return (next ?? rest ?? null) as Query<unknown> | null;
}

type Venue = {
  readonly dialect: VenueDialect;
  readonly server: VenueServer;
  readonly capture: Capture;
  readonly listed: ListedMarket;
  readonly find: FindMarket;
  readonly context: () => AccountContext;
};

async function captureType(
  dialect: VenueDialect,
  marketType: MarketType,
  server: VenueServer,
  capture: Capture,
): Promise<void> {
  const markets = await listedMarkets(dialect, capture);
  const find: FindMarket = (type, symbol) =>
    markets.find(({ market, symbol: each }) => market.marketType === type && each === symbol) ??
    null;
  const listed = markets.find(
    ({ market }) => market.marketType === marketType && market.base === 'BTC',
  );
  if (listed === undefined) throw new Error(`${dialect.code} lists no ${marketType}`);
  const context = (): AccountContext => ({
    marketType,
    findMarket: find,
    nowMs: server.state.clock.nowMs(),
  });
  const venue = { dialect, server, capture, listed, find, context };
  server.control('engine', { venue: dialect.code, delayMs: 0 });
  await captureMarket(venue);
  const stop = await captureStream(venue);
  await captureOrders(venue);
  await captureAccount(venue);
  await captureMarketStreams(venue);
  stop();
}

/** Wherever pages of a query have items, all of them. */
async function listedMarkets(
  dialect: VenueDialect,
  capture: Capture,
): Promise<readonly ListedMarket[]> {
  const markets: ListedMarket[] = [];
  for (const query of dialect.markets()) {
    const verdict = await capture.ask('markets', query);
    if (verdict.kind === 'done') markets.push(...verdict.value.items);
  }
  return markets;
}

async function captureMarket({ dialect, capture, listed, server }: Venue): Promise<void> {
  const nowMs = server.state.clock.nowMs();
  const fromMs = nowMs - (nowMs % MINUTE_MS) - 5 * MINUTE_MS;
  await capture.ask('time', dialect.time());
  await capture.ask('price', dialect.price(listed));
  if (dialect.bestPrices !== undefined) await capture.ask('bestPrices', dialect.bestPrices(listed));
  await capture.ask('candles', dialect.candles.fetch(listed, fromMs, nowMs));
  const { recent } = dialect.candles;
  if (recent !== undefined)
    await capture.ask('candles.recent', recent.fetch(listed, fromMs, nowMs));
  if (dialect.funding !== null && listed.market.marketType === 'futures')
    await capture.ask('funding', dialect.funding.fetch(listed, nowMs - 36_000_000, nowMs));
}

const AMOUNT = '0.01';

function newOrder({ listed, server }: Venue, wish: Partial<NewVenueOrder>): NewVenueOrder {
  return {
    clientOrderId: identifierFromBytes('ord', randomBytes(16)).replace('_', ''),
    marketTag: listed.market.marketTag,
    side: 'buy',
    type: 'limit',
    price: decimal('59000'),
    amount: decimal(AMOUNT),
    terms: PLAIN_TERMS,
    decidedAtMs: server.state.clock.nowMs(),
    sendByMs: Number.MAX_SAFE_INTEGER,
    ...wish,
  };
}

async function captureOrders(venue: Venue): Promise<void> {
  const { dialect, capture, listed, context, server } = venue;
  const { orders, account } = dialect;
  const protectionPrice: Decimal = decimal('61200');
  const placing = { ...context(), protectionPrice, marginMode: 'cross' as const };
  for (const wish of [{}, { type: 'market', price: decimal('0') }] as const) {
    const order = newOrder(venue, wish);
    const placed = await capture.ask('orders.place', orders.place(order, listed, placing));
    await pause(20);
    const placedAtMs = server.state.clock.nowMs() - 1_000;
    const names: OrderName[] = [
      { clientOrderId: order.clientOrderId, venueOrderId: null, placedAtMs },
    ];
    if (placed.kind === 'done')
      names.push({
        clientOrderId: order.clientOrderId,
        venueOrderId: placed.value.venueOrderId,
        placedAtMs,
      });
    for (const name of names)
      for (const query of orders.lookUp(name, listed, context()))
        await capture.ask('orders.lookUp', query);
    for (const query of orders.open(context())) await capture.ask('orders.open', query);
    const known = names.at(-1) as OrderName;
    if (known.venueOrderId === null)
      throw new Error(`${dialect.code}: not placed: ${JSON.stringify(placed)}`);
    await capture.ask('account.orderFills', account.orderFills(known, listed, context()));
    await capture.ask('orders.cancel', orders.cancel(known, listed, context()));
  }
  const nowMs = server.state.clock.nowMs();
  for (const query of orders.placedBetween?.(nowMs - 60_000, nowMs, listed, context()) ?? [])
    await capture.ask('orders.placedBetween', query);
}

async function captureAccount({ dialect, capture, listed, context, server }: Venue): Promise<void> {
  const { account, promises } = dialect;
  const market = promises.fillLists === 'market' ? listed : null;
  const sinceMs = server.state.clock.nowMs() - 60_000;
  await capture.ask('account.balances', account.balances(context()));
  await capture.ask('account.fills', account.fills(market, null, 500, context(), sinceMs));
  await capture.askJointly(
    'account.credentials',
    account.credentials(context(), listed, capture.keys.apiKey),
  );
  if (listed.market.marketType !== 'futures') return;
  for (const query of account.positions(context())) await capture.ask('account.positions', query);
  server.control('advance', { ms: 8 * 3_600_000 });
  const events = account.marginEvents?.(null, 500, context(), sinceMs);
  if (events !== undefined) await capture.ask('account.marginEvents', events);
}

const FRAMES_MS = 300;

async function captureStream({ dialect, capture, context }: Venue): Promise<() => void> {
  const { stream } = dialect;
  const closing = new AbortController();
  const token = stream.token === null ? null : await capture.ask('stream.token', stream.token());
  const word = token?.kind === 'done' ? token.value : null;
  const address = stream.address(word, context().marketType);
  const given = context();
  const opened = await capture.wire.openStream(
    address,
    (text) => {
      capture.captured.push({ reader: 'stream', text, read: (frame) => stream.read(frame, given) });
      for (const event of stream.read(text, given))
        if (event.kind === 'send') for (const frame of event.frames) opened.send(frame);
    },
    closing.signal,
  );
  for (const frame of stream.open(capture.keys, word, given.nowMs)) opened.send(frame);
  await pause(FRAMES_MS / 3);
  return () => closing.abort();
}

async function captureMarketStreams(venue: Venue): Promise<void> {
  const { dialect, server, listed } = venue;
  const closing = new AbortController();
  for (const name of ['marketStream', 'bestPriceStream'] as const) {
    const stream = dialect[name];
    if (stream !== undefined) await captureMarketStream(venue, name, stream, closing.signal);
  }
  const { marketType, base, quote } = listed.market;
  const kind = marketType === 'spot' ? 'spot' : 'linear';
  for (const price of ['60001.5', '60002.5']) {
    const found = ALL_VENUES[dialect.code as VenueCode].markets.find(
      (terms) => terms.kind === kind && terms.base === base && terms.quote === quote,
    );
    server.control('price', {
      venue: dialect.code,
      market: `${kind}:${found?.symbol ?? ''}`,
      price,
    });
    server.control('advance', { ms: MINUTE_MS });
    await pause(FRAMES_MS / 3);
  }
  closing.abort();
}

async function captureMarketStream(
  { capture, listed, find, server }: Venue,
  reader: string,
  stream: MarketStreamDialect,
  signal: AbortSignal,
): Promise<void> {
  const type = listed.market.marketType;
  const opened = await capture.wire.openStream(
    stream.address(type),
    (text) => {
      const read = (frame: string): unknown => stream.read(frame, type, find);
      capture.captured.push({ reader, text, read });
    },
    signal,
  );
  opened.send(stream.subscribe([listed], 1, server.state.clock.nowMs()));
  await pause(FRAMES_MS / 3);
}
