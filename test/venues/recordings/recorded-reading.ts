// A recording and the reader that it is for, with a table of what the reader has to find in it.

import type { MarketType } from '#venue-port/market/market.ts';
import { present } from '#lib/assert.ts';
import type { AccountContext, VenueDialect } from '#venues/dialect.ts';
import type { WireOutcome, WireReply } from '#venues/wire/venue-wire.ts';
import type { DialectQuery } from './dialect-queries.ts';
import { dialectQueries, marketsNamedIn, OWN_NAME, replyOf } from './dialect-queries.ts';
import { readExactly, writeExactly } from './exact-value.ts';
import type { Figures, Row, Source } from './figures.ts';
import { expectedOf, faultOf, rowOf, valueAt } from './figures.ts';
import type { Recording } from './recordings.ts';

export type RecordedReading = {
  readonly recording: string;
  /** Of the readers of a dialect; of a stream `stream`, `marketStream` or `bestPriceStream`. */
  readonly reader: string;
  /** Where the dialect has several kinds: absent is the first. */
  readonly marketType?: MarketType;
  /** Where requests depend on the mode of the account: absent is the first. */
  readonly mode?: string;
  /** Whom the request is about, by the first row. */
  readonly symbol?: Source;
  readonly orderId?: Source;
  /** The field with the name that the client chose, which ours takes the place of. */
  readonly named?: string;
  /** Where the rows are; `{}` behind it: the members of an object. */
  readonly rows: string;
  readonly figures: Figures;
  readonly isReversed?: true;
  /** Rows that the reader leaves out by its rules. */
  readonly leavesOut?: (row: Row) => boolean;
  /** Rows of another reply or frame, as the reader's own reply has them. */
  readonly as?: { readonly take: string; readonly put: (json: string) => string };
  /** Replies to the requests before it, and to those behind it, where several make one reading. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** Of two replies that are read together, the name of the other one; or one written by us. */
  readonly beside?:
    | { readonly first: string }
    | { readonly last: string }
    | { readonly written: string };
  /** What a real reply has and this sample lacks, put into the text. */
  readonly completed?: { readonly before: string; readonly put: string };
};

/** What the reader makes of the recording, and of the same with other spellings in it. */
export type OpenReading = {
  readonly recorded: string;
  /** As the reader has it. */
  readonly given: string;
  /** Of a text in the place of `given`; a text says why there are none. */
  rowsIn(this: void, given: string): readonly unknown[] | string;
};

export function openReading(
  dialect: VenueDialect,
  entry: RecordedReading,
  { texts, route }: Recording,
  textOf: (name: string) => string,
): OpenReading {
  const recorded = namedText(dialect, entry, completedText(entry, texts.at(-1) ?? ''));
  const value = readExactly(recorded);
  const [row = rowOf(value)] = rowOf(value).rows(entry.rows);
  const given = givenText(entry, recorded);
  const surroundings = { row, route, textOf, given };
  return { recorded, given, rowsIn: (text) => readRows(dialect, entry, text, surroundings) };
}

function givenText({ as }: RecordedReading, text: string): string {
  if (as === undefined) return text;
  return as.put(writeExactly(valueAt(readExactly(text), as.take) ?? null));
}

/** Null where every figure was read as the table says. */
export function faultOfReading(
  dialect: VenueDialect,
  entry: RecordedReading,
  recording: Recording,
  textOf: (name: string) => string,
): string | null {
  const { recorded, given, rowsIn } = openReading(dialect, entry, recording, textOf);
  const rows = rowOf(readExactly(recorded)).rows(entry.rows);
  const listed = rows.filter((row) => entry.leavesOut?.(row) !== true);
  const read = rowsIn(given);
  if (typeof read === 'string') return read;
  const wanted = entry.isReversed === true ? listed.toReversed() : listed;
  if (read.length !== wanted.length)
    return `${read.length} rows are read, ${wanted.length} recorded`;
  for (const [index, row] of wanted.entries()) {
    const fault = faultOf(read[index], expectedOf(row, entry.figures));
    if (fault !== null) return `row ${index + 1}: ${fault}`;
  }
  return wanted.length === 0 && rows.length === 0 ? 'no row is recorded' : null;
}

function completedText({ completed }: RecordedReading, text: string): string {
  if (completed === undefined) return text;
  const { before, put } = completed;
  if (!text.includes(before)) throw new Error(`the recording has no ${before}`);
  return text.replace(before, `${put}${before}`);
}

function namedText(dialect: VenueDialect, { named }: RecordedReading, text: string): string {
  if (named === undefined) return text;
  const name = JSON.stringify(dialect.orderName(OWN_NAME));
  return text.replaceAll(new RegExp(`("${named}"\\s*:\\s*)"[^"]*"`, 'g'), `$1${name}`);
}

type Surroundings = {
  /** The one that names markets and instants. */
  readonly given: string;
  readonly row: Row;
  readonly route: string | null;
  readonly textOf: (name: string) => string;
};

/** What was read, as rows; a text says why nothing was. */
function readRows(
  dialect: VenueDialect,
  entry: RecordedReading,
  text: string,
  { row, route, textOf, given }: Surroundings,
): readonly unknown[] | string {
  const marketType = entry.marketType ?? dialect.marketTypes[0] ?? 'spot';
  const find = marketsNamedIn(dialect.code, given);
  const [fromMs, nowMs] = windowOf(given);
  const { mode } = entry;
  const inMode = mode === undefined ? {} : { mode };
  const context = { marketType, findMarket: find, nowMs, ...inMode };
  if (entry.reader === 'stream') return rowsOfEvents(dialect.stream.read(text, context));
  if (entry.reader === 'marketStream' || entry.reader === 'bestPriceStream')
    return rowsOfEvents(dialect[entry.reader]?.read(text, marketType, find) ?? []);
  const said = (source: Source | undefined, otherwise: string): string =>
    source === undefined ? otherwise : (expectedOf(row, { said: source })['said'] ?? otherwise);
  const venueOrderId = said(entry.orderId ?? entry.figures['venueOrderId'], '123');
  const order = { clientOrderId: OWN_NAME, venueOrderId, placedAtMs: nowMs - 1_000 };
  const symbol = said(entry.symbol, 'BTC-USDT');
  const about = { marketType, symbol, find, nowMs, fromMs, order, mode };
  const query =
    entry.reader === 'account.credentials'
      ? credentialsQuery(dialect, context, entry, textOf)
      : queryOf(dialectQueries(dialect, about), entry, route);
  const replies = [...(entry.before ?? []), text, ...(entry.after ?? [])];
  return query === null ? `there is no ${entry.reader}` : rowsOfReplies(query, replies, nowMs);
}

/** Of several requests of one reader that of the recorded path; else the first. */
function queryOf(
  requested: readonly DialectQuery[],
  { reader }: RecordedReading,
  route: string | null,
): DialectQuery | null {
  const own = requested.filter((query) => query.reader === reader);
  return own.find(({ call }) => route?.endsWith(`/${call.path}`) === true) ?? own[0] ?? null;
}

/** Several replies make one report. */
function credentialsQuery(
  dialect: VenueDialect,
  context: AccountContext,
  { reader, beside }: RecordedReading,
  textOf: (name: string) => string,
): DialectQuery {
  const { calls, read } = dialect.account.credentials(context, null, 'key');
  const other = (name: string): WireReply => replyOf(textOf(name), context.nowMs);
  const allOf = (outcome: WireOutcome): readonly WireOutcome[] => {
    if (beside === undefined) return [outcome];
    if ('written' in beside) return [outcome, replyOf(beside.written, context.nowMs)];
    return 'first' in beside ? [other(beside.first), outcome] : [outcome, other(beside.last)];
  };
  return {
    reader,
    call: present(calls[0], 'there is a call'),
    read: (outcome) => read(allOf(outcome)),
  };
}

/** From its first instant to behind its last; the names of instants are of many kinds. */
function windowOf(text: string): readonly [fromMs: number, nowMs: number] {
  const instants = [...text.matchAll(/(?<![\w.-])(1[2-8]\d{8})(\d{3})?(?![\w-])/g)]
    .map(([, seconds = '0', rest = '000']) => Number(`${seconds}${rest}`))
    .concat([...text.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([iso]) => Date.parse(iso)));
  if (instants.length === 0) return [1_700_000_000_000, 1_700_000_600_000];
  return [Math.min(...instants), Math.max(...instants) + 61_000];
}

type Outcome = { readonly kind: string; readonly value?: unknown; readonly detail?: string };

/** Of each reply to a request and to those that follow from it. */
function rowsOfReplies(
  query: DialectQuery,
  replies: readonly string[],
  nowMs: number,
): readonly unknown[] | string {
  const rows: unknown[] = [];
  let next: DialectQuery | null = query;
  for (const reply of replies) {
    if (next === null) return 'nothing is requested any more';
    const verdict = next.read(replyOf(reply, nowMs)) as Outcome;
    if (verdict.kind !== 'done') return `${verdict.kind}: ${verdict.detail ?? ''}`;
    const { value } = verdict;
    rows.push(...rowsOfValue(value));
    next = followingOf(value);
  }
  return rows;
}

function followingOf(value: unknown): DialectQuery | null {
  if (typeof value !== 'object' || value === null) return null;
  const { next, rest } = value as { readonly next?: DialectQuery; readonly rest?: DialectQuery };
  return next ?? rest ?? null;
}

function rowsOfValue(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [{ value }];
  const { items, balances } = value as { items?: unknown[]; balances?: unknown[] };
  return items ?? balances ?? [value];
}

export function rowsOfEvents(events: readonly { readonly kind: string }[]): readonly unknown[] {
  return events.flatMap((event) => {
    if (event.kind === 'candle') {
      const { candle, ...rest } = (event as unknown as { streamed: Record<string, object> })
        .streamed;
      return [{ ...candle, ...rest }];
    }
    if (event.kind === 'best_prices') return [(event as unknown as { best: unknown }).best];
    if (event.kind !== 'news') return [];
    const { order, fill } = (event as unknown as { news: Record<string, unknown> }).news;
    return [order ?? fill];
  });
}
