// An exchange over a dialect whose verdicts a test writes down, request by request: what each must
// lead to is to be seen without any venue.

import { decimal } from '#lib/decimal.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { Market } from '#venue-port/market/market.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type {
  Exchange,
  NewVenueOrder,
  StopSupport,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { KEY_AND_SECRET } from '#venue-port/exchange/venue-credentials.ts';
import type { Query, StreamDialect, Verdict, VenueDialect } from '#venues/dialect.ts';
import { makeMarketList } from '#venues/market-list.ts';
import type { HandTime } from '#venues/monotonic-time.fixture.ts';
import { handTime } from '#venues/monotonic-time.fixture.ts';
import { makeVenueClock } from '#venues/venue-clock.ts';
import { makeVenueExchange } from '#venues/venue-exchange.ts';
import { makeHealthRecord } from '#venues/venue-health.ts';
import type { VenueCall, VenueWire, WireOutcome } from '#venues/wire/venue-wire.ts';

export const NOW_MS = 1_700_000_000_000;
export const KEYS = { apiKey: 'THEAPIKEY', secret: 'THESECRET', passphrase: null };
export const ACCOUNT = { accountId: 'a1', marketType: 'spot' } as const;

export const ORDER: NewVenueOrder = {
  clientOrderId: 'ours-1',
  marketTag: 'm1',
  side: 'buy',
  type: 'limit',
  price: decimal('100.01'),
  amount: decimal('0.005'),
  terms: PLAIN_TERMS,
  decidedAtMs: NOW_MS,
  sendByMs: Number.MAX_SAFE_INTEGER,
};

/** So long the venue retains orders that have ended. */
export const RETAINED_MS = 10 ** 9;

export const NAME = { clientOrderId: 'ours-1', venueOrderId: null, placedAtMs: NOW_MS };

export function venueOrder(changes: Partial<VenueOrder> = {}): VenueOrder {
  return {
    venueOrderId: 'v1',
    clientOrderId: 'ours-1',
    marketTag: 'm1',
    side: 'buy',
    type: 'limit',
    price: ORDER.price,
    amount: ORDER.amount,
    terms: PLAIN_TERMS,
    filledAmount: decimal('0'),
    averageFillPrice: decimal('0'),
    state: 'open',
    reason: null,
    placedAtMs: NOW_MS,
    updatedAtMs: NOW_MS,
    ...changes,
  };
}

/** By purpose of the request, which is also the path of its call. */
export type Script = { readonly [purpose: string]: readonly Verdict<unknown>[] };

export type ScriptedVenue = {
  readonly exchange: Exchange;
  /** Purposes of what was sent, measurements of the clock left out. */
  readonly sent: readonly string[];
  /** For how long each of them might still have been written, in milliseconds. */
  readonly allowances: readonly number[];
  readonly refusals: readonly (readonly [string, string])[];
  readonly stops: readonly number[];
  readonly time: HandTime;
};

export type ScriptedSettings = {
  readonly market?: Market;
  readonly skewMs?: number | null;
  readonly fillLists?: VenueDialect['promises']['fillLists'];
  readonly duplicateName?: VenueDialect['promises']['duplicateName'];
  /** It finds no order by our name, but lists them; hears which time the list is to cover. */
  readonly onList?: (fromMs: number, toMs: number) => void;
  readonly cancelsBy?: 'venue_order_id';
  readonly stops?: StopSupport;
  /** What waits has ids of its own, which begin so. */
  readonly waitsBy?: string;
  readonly stream?: StreamDialect;
  readonly openStream?: VenueWire['openStream'];
  readonly outcomes?: readonly WireOutcome[];
  readonly sendByMs?: number;
  readonly onWarning?: (event: string, fields: unknown) => void;
};

export function scriptedVenue(script: Script, settings: ScriptedSettings = {}): ScriptedVenue {
  const { market = spotMarket(), skewMs = 0 } = settings;
  const sent: string[] = [];
  const allowances: number[] = [];
  const refusals: [string, string][] = [];
  const stops: number[] = [];
  const time = handTime();
  const venueClock = makeVenueClock({ nowMs: () => NOW_MS }, async () =>
    skewMs === null ? null : NOW_MS + skewMs,
  );
  const outcomes = [...(settings.outcomes ?? [])];
  const exchange = makeVenueExchange({
    dialect: scriptedDialect(script, settings),
    wire: {
      async send(call, _keys, _deadlineMs, sendByMs) {
        sent.push(call.path);
        allowances.push((sendByMs?.() ?? Infinity) - performance.now());
        return outcomes.shift() ?? REPLY;
      },
      openStream: settings.openStream ?? noStream,
    },
    markets: makeMarketList('scripted', async (onPart) => onPart([{ market, symbol: 'S1' }]), LOG),
    venueClock,
    clock: { nowMs: () => NOW_MS },
    health: makeHealthRecord(),
    time,
    log: { ...LOG, warn: settings.onWarning ?? ignore },
    credentials: {
      async credentialsOf(accountId) {
        if (accountId === ACCOUNT.accountId) return KEYS;
        throw new Failure('unauthorized', 'no credentials');
      },
      credentialsToCheck: async () => KEYS,
      onRefused: (accountId, _refused, detail) => void refusals.push([accountId, detail]),
    },
    sendByMs: () => settings.sendByMs ?? Infinity,
    stopAddress: (durationMs) => void stops.push(durationMs),
  });
  return { exchange, sent, allowances, refusals, stops, time };
}

const REPLY: WireOutcome = {
  kind: 'reply',
  status: 200,
  headers: new Map(),
  body: '',
  receivedAtMs: NOW_MS,
};

const ignore = (): void => undefined;
export const LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

async function noStream(): Promise<never> {
  throw new Failure('unavailable', 'no streams here');
}

const CALL = {
  access: 'private',
  section: 'private',
  method: 'GET',
  parameters: {},
  lane: 'lookup',
  cost: 1,
} as const satisfies Partial<VenueCall>;

/** Looks orders up one by one, unless the settings have lists of them. */
function lookUps(
  script: Script,
  { onList }: ScriptedSettings,
  query: <T>(path: string) => Query<T>,
): Pick<VenueDialect['orders'], 'lookUp' | 'placedBetween'> {
  if (onList === undefined)
    return {
      lookUp: () => [
        query('look_up'),
        ...(script['history'] ? [query<VenueOrder>('history')] : []),
      ],
    };
  return {
    lookUp: () => [],
    placedBetween(fromMs, toMs) {
      onList(fromMs, toMs);
      return [query('list'), query('list_of_ended')];
    },
  };
}

function scriptedDialect(script: Script, settings: ScriptedSettings): VenueDialect {
  const left = new Map(Object.entries(script).map(([name, verdicts]) => [name, [...verdicts]]));
  const query = <T>(path: string): Query<T> => ({
    call: { ...CALL, path },
    read() {
      const verdict = left.get(path)?.shift();
      if (verdict === undefined) throw new Error(`no verdict is left for "${path}"`);
      return verdict as Verdict<T>;
    },
  });
  return {
    code: 'scripted',
    name: 'Scripted',
    libraryId: 'none',
    marketTypes: ['spot'],
    leftOut: '',
    hosts: [],
    promises: {
      duplicateName: settings.duplicateName ?? 'refused_while_open',
      lookup: settings.onList === undefined ? 'any_state' : 'lists',
      fillLists: settings.fillLists ?? 'market',
      news: 'all',
      requestHorizonMs: 16_000,
      visibilityLagMs: 1_000,
      endedRetainedMs: { filled: RETAINED_MS, unfilled: RETAINED_MS },
    },
    orderSupport: {
      ...(settings.stops === undefined ? {} : { stops: settings.stops }),
      types: ['limit', 'market'],
      postOnly: false,
      reduceOnly: false,
      exemptsReduceOnly: false,
      timeOuts: false,
      trailActivation: false,
    },
    credentialForm: { ...KEY_AND_SECRET, rights: '"Read" and "Trade"' },
    budget: { perMinute: 100, windowSeconds: 60, usedHeader: null },
    orderName: (clientOrderId) => clientOrderId,
    ownName: (venueName) => venueName,
    time: () => query('time'),
    markets: () => [query('markets')],
    price: () => query('price'),
    candles: { perCallMax: 2, fetch: () => query('candles') },
    funding: null,
    orders: {
      prepare: () => (script['prepare'] === undefined ? [] : [query('prepare')]),
      place: () => query('place'),
      cancel: ({ venueOrderId }) => query(venueOrderId === null ? 'cancel' : 'cancel_by_id'),
      ...(settings.cancelsBy === undefined ? {} : { cancelsBy: settings.cancelsBy }),
      ...(settings.waitsBy === undefined
        ? {}
        : { isWaitingId: (id: string) => id.startsWith(settings.waitsBy ?? '') }),
      ...lookUps(script, settings, query),
      open: () => [query('open')],
    },
    account: {
      balances: () => query('balances'),
      positions: () => [],
      fills: () => query('fills'),
      orderFills: () => query('order_fills'),
      marginEvents: null,
      credentials: () => ({
        calls: [query('credentials').call],
        read: () => query<never>('credentials').read(REPLY),
      }),
    },
    stream: settings.stream ?? NO_STREAM,
  };
}

const NO_STREAM: StreamDialect = {
  token: null,
  keepToken: null,
  address: () => 'wss://stream.example/',
  open: () => [],
  read: () => [],
  ping: null,
  silenceMsMax: 45_000,
};

/** A result or an error in a word or two. */
export async function concluded(act: () => Promise<unknown>): Promise<string> {
  try {
    const result = (await act()) as {
      readonly ok?: boolean;
      readonly kind?: string;
      readonly value?: { readonly venueOrderId: string; readonly state: string };
      readonly rejection?: string | { readonly code: string };
    };
    if (result.kind !== undefined) return result.kind;
    if (result.value !== undefined) return `${result.value.venueOrderId} ${result.value.state}`;
    return typeof result.rejection === 'string' ? result.rejection : (result.rejection?.code ?? '');
  } catch (error) {
    if (error instanceof OutcomeUnknown) return 'unknown';
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
