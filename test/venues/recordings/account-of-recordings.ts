// An account of all recordings: by whom each is read, or why nobody reads it. As a program it
// prints each of them: `node test/venues/recordings/account-of-recordings.ts`.

import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { VenueDialect } from '#venues/dialect.ts';
import { dialectQueries, marketsNamedIn, OWN_NAME, signedRoutes } from './dialect-queries.ts';
import type { AlikeRecording } from './recordings-alike.ts';
import { recordingsAlike } from './recordings-alike.ts';
import type { Recording } from './recordings.ts';
import { CODES, recordingsOf } from './recordings.ts';
import { READING_TABLES, UNREAD } from './tables/reading-tables.ts';

/** How a recording counts. */
const KINDS = [
  'read by verb and path, with figures',
  'read by verb and path, with nothing to compare',
  'signed for, and not read',
  'rows of the same shape, with figures',
  'rows as those of another recording, with figures',
  'frames, with figures',
  'frames that mean nothing',
  'no reader',
] as const;
export type Kind = (typeof KINDS)[number];
export type AccountEntry = { readonly kind: Kind; readonly reason: string };

export function exchangeOf(code: string): string {
  const [found = ''] = Object.entries(CODES).find(([, codes]) => codes.includes(code)) ?? [];
  return found;
}

const [SYMBOL, ID] = ['AAA-BBB', '7007007007'];
const OF_THE_ORDER = new RegExp(`/(?:t-)?(?:${ID}|${OWN_NAME}|${SYMBOL})(?=/|$)`, 'g');
/** One path of all requests, which are distinguished by what they ask. */
const SHARED = new Set(['POST /info', 'POST /exchange']);

/** Every reader of a dialect with the verb and the path of its request. */
async function routesOf(dialect: VenueDialect): Promise<readonly (readonly [string, string])[]> {
  const routeOf = await signedRoutes(dialect);
  const order = { clientOrderId: OWN_NAME, venueOrderId: ID, placedAtMs: 1_779_999_999_000 };
  const find = marketsNamedIn(dialect.code, `"${SYMBOL}"`);
  const [fromMs, nowMs] = [1_779_999_990_000, 1_780_000_000_000];
  const about = { symbol: SYMBOL, find, nowMs, fromMs, order };
  return dialect.marketTypes.flatMap((marketType) =>
    modesOf(dialect, marketType)
      .flatMap((mode) => dialectQueries(dialect, { ...about, marketType, mode }))
      .map(({ reader, call }) => [reader, routeOf(call).replaceAll(OF_THE_ORDER, '/*')] as const),
  );
}

/** Requests of an account depend on its mode, by interfaces of their own. */
function modesOf({ accountModes }: VenueDialect, marketType: MarketType) {
  return [undefined, ...Object.keys(accountModes?.[marketType] ?? {})];
}

function isRoute(requested: string, recorded: string): boolean {
  const [one, other] = [requested.split('/'), recorded.split('/')];
  const isPart = (part: string, found = ''): boolean =>
    part === found || (part === '*' && /\d/.test(found));
  return one.length === other.length && one.every((part, index) => isPart(part, other[index]));
}

/** `code reader recording` of every reader that signs for the recording's verb and path. */
export async function signedPairs(): Promise<ReadonlySet<string>> {
  const pairs = new Set<string>();
  for (const code of DIALECT_CODES) {
    const routes = await routesOf(await loadDialect(code));
    for (const { name, route } of recordingsOf(exchangeOf(code)))
      for (const [reader, requested] of routes)
        if (route !== null && !SHARED.has(route) && isRoute(requested, route))
          pairs.add(`${code} ${reader} ${name}`);
  }
  return pairs;
}

/** Of the recordings of all exchanges, each once. */
export async function accountOfRecordings(): Promise<ReadonlyMap<string, AccountEntry>> {
  const signed = await signedPairs();
  const alike = await recordingsAlike();
  const account = new Map<string, AccountEntry>();
  for (const exchange of Object.keys(CODES))
    for (const recording of recordingsOf(exchange))
      account.set(
        `${exchange} ${recording.name}`,
        accounted(recording, signed, alike.get(`${exchange} ${recording.name}`)),
      );
  return account;
}

function accounted(
  recording: Recording,
  signed: ReadonlySet<string>,
  alike: AlikeRecording | undefined,
): AccountEntry {
  const codes = CODES[recording.exchange] ?? [];
  const tabled = codes.flatMap((code) =>
    (READING_TABLES[code] ?? [])
      .filter((entry) => entry.recording === recording.name)
      .map((entry) => ({ ...entry, pair: `${code} ${entry.reader} ${recording.name}` })),
  );
  const readers = [...new Set(tabled.map(({ reader }) => reader))].join(', ');
  const own = tabled.filter(({ pair, as }) => signed.has(pair) || (isShared(recording) && !as));
  if (own.length > 0) {
    const hasFigures = own.some(({ figures }) => Object.keys(figures).length > 0);
    return { kind: KINDS[hasFigures ? 0 : 1], reason: readers };
  }
  if (tabled.length === 0 && alike?.fault === null)
    return { kind: KINDS[4], reason: `${alike.code} ${alike.model}` };
  const unread = Object.entries(UNREAD).find(([pair]) => pair.endsWith(` ${recording.name}`));
  if (unread !== undefined) return { kind: KINDS[2], reason: unread[1] };
  if (tabled.length > 0) {
    const isFrame = tabled.some(({ reader, as }) => /[sS]tream$/.test(reader) && !as);
    return { kind: KINDS[isFrame ? 5 : 3], reason: readers };
  }
  const { kind, reason } = unreadOf(recording);
  return { kind, reason: alike === undefined ? reason : `${alike.model}: ${alike.fault}` };
}

function isShared({ route }: Recording): boolean {
  return route !== null && SHARED.has(route);
}

function unreadOf(recording: Recording): AccountEntry {
  const { name, route, texts } = recording;
  if (isStream(recording))
    return { kind: KINDS[6], reason: `nobody subscribes to ${channelOf(texts.at(-1) ?? '')}` };
  const what =
    route === null
      ? `no verb and path, ${name.replace(/^JsonResponses\//, '')}`
      : isShared(recording)
        ? `nobody asks for ${name.split('/').at(-1)}`
        : `no reader signs for ${route}`;
  return { kind: KINDS[7], reason: what };
}

export function isStream({ name }: Recording): boolean {
  return /^(?:Subscriptions|Socket)\//.test(name);
}

function channelOf(frame: string): string {
  const found =
    /"(?:channel|topic|stream|method|e|op)"\s*:\s*"([^"]*)"/.exec(frame)?.[1] ?? 'its channel';
  return `"${found}"`;
}

if (import.meta.main)
  for (const [name, { kind, reason }] of await accountOfRecordings())
    console.log(`${kind}: ${name}: ${reason}`);
