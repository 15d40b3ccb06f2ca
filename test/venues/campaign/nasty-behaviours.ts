// Nasty behaviours of venues and of what stands before them, by name. The wire of campaigns lets
// them loose on replies (`nasty-wire.ts`).

import zlib from 'node:zlib';

import type { Chance } from '#loopback/seeded-chance.ts';

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
};

export type CampaignRequest = {
  readonly method: string;
  readonly path: string;
  /** Places or cancels, so that it matters if it was carried out. */
  readonly isOrder: boolean;
  /** Lists markets, or tells the time. */
  readonly isReference: boolean;
  /** The reply to the one before it at the same path. */
  readonly before: Reply | null;
};

export type NastyBehaviour = {
  /** Of the requests that it concerns. */
  readonly share: number;
  /** Goes on when the campaign settles: a spelling, with which everything can be learned. */
  readonly isLasting: boolean;
  /** A reply without carrying out; null if the request is not concerned. */
  readonly instead?: (asked: CampaignRequest, chance: Chance) => Reply | null;
  /** The changed reply; null if there is nothing to change. */
  readonly change?: Change;
  /** So long the reply is held back. */
  readonly heldMsMax?: number;
  /** In place of a frame of an account's stream; null if it is not concerned. */
  readonly frames?: FrameChange;
};

export type SentFrame = { readonly text: string; readonly afterMs: number };
/** `place` counts the frames of the connection from 0. `end`: the connection is lost. */
type FrameChange = (
  frame: string,
  place: number,
  chance: Chance,
) => readonly SentFrame[] | 'end' | null;

type Change = (reply: Reply, asked: CampaignRequest, chance: Chance) => Reply | null;

/** Frames that come so soon after those after them are out of order. */
const OVERTAKEN_MS_MAX = 200;
const LATE_MS_MAX = 20_000;
/** What an account's stream says first: that it is subscribed, and how things are. */
const FIRST_FRAMES = 3;
const NONE = Buffer.alloc(0);
const REDIRECTS = [301, 302, 303, 307, 308];
const NAME =
  /"(clientOrderId|orderLinkId|clOrdId|clientOid|cl_ord_id|client_order_id|text|cloid)":"[^"]+"/gu;
const FRACTION =
  /("(?!id|[^"]*[iI]d"|[^"]*name|[^"]*text|[^"]*oid|[^"]*clOrd)[A-Za-z_]+":)"(-?\d+\.\d+)"/gu;
const NUMBER = /("(?!code"|retCode"|status")[A-Za-z_]+":)(-?\d+(?:\.\d+)?)(?=[,}])/gu;
const SMALL = /"(0\.0{2,}[1-9]\d*)"/gu;

export const NASTY_BEHAVIOURS = {
  'another reply after': {
    share: 0.05,
    isLasting: false,
    change: (_reply, { before, isReference }) => (isReference ? null : before),
  },
  'another reply instead': {
    share: 0.05,
    isLasting: false,
    instead: ({ before, isOrder }) => (isOrder ? before : null),
  },
  'lists shuffled': { share: 0.5, isLasting: true, change: lists(shuffle) },
  'rows twice': { share: 0.5, isLasting: true, change: lists(repeatRow) },
  'an odd row': { share: 0.05, isLasting: false, change: lists(addOddRow) },
  'strings as numbers': { share: 0.4, isLasting: true, change: text(FRACTION, '$1$2') },
  'numbers as strings': { share: 0.4, isLasting: true, change: text(NUMBER, '$1"$2"') },
  exponents: {
    share: 0.4,
    isLasting: true,
    change: text(SMALL, (_all, digits) => `"${Number(digits).toExponential()}"`),
  },
  'client ids empty': { share: 0.1, isLasting: false, change: text(NAME, '"$1":""') },
  'redirect instead': {
    share: 0.03,
    isLasting: false,
    instead: ({ path }, chance) => redirect(REDIRECTS[chance.below(REDIRECTS.length)] ?? 302, path),
  },
  'redirect after': {
    share: 0.03,
    isLasting: false,
    change: (_reply, { path }) => redirect(302, path),
  },
  'page instead': {
    share: 0.03,
    isLasting: false,
    instead: () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('<html><body>Service is being upgraded</body></html>'),
    }),
  },
  'no content': {
    share: 0.05,
    isLasting: false,
    change: ({ headers }, { isOrder }) => (isOrder ? { status: 204, headers, body: NONE } : null),
  },
  brotli: { share: 0.1, isLasting: false, change: encoded('br', zlib.brotliCompressSync) },
  deflate: { share: 0.1, isLasting: false, change: encoded('deflate', zlib.deflateSync) },
  'byte order mark': {
    share: 0.05,
    isLasting: false,
    change: (reply) => ({ ...reply, body: Buffer.concat([Buffer.from('\uFEFF'), reply.body]) }),
  },
  'too many requests': { share: 0.02, isLasting: false, instead: () => refusal(429) },
  banned: { share: 0.01, isLasting: false, instead: () => refusal(418) },
  // So that the stream tells of an order before the reply to it.
  'replies to orders late': { share: 0.2, isLasting: false, heldMsMax: 450 },
  'frames late': { share: 0.1, isLasting: false, frames: delayed(LATE_MS_MAX) },
  'frames out of order': { share: 0.2, isLasting: false, frames: delayed(OVERTAKEN_MS_MAX) },
  'frames twice': {
    share: 0.2,
    isLasting: false,
    frames: (text, _place, chance) => [
      { text, afterMs: 0 },
      { text, afterMs: chance.below(LATE_MS_MAX) },
    ],
  },
  'frames cut': {
    share: 0.05,
    isLasting: false,
    frames: (text, _place, chance) => [
      { text: text.slice(0, chance.below(text.length)), afterMs: 0 },
    ],
  },
  'frames missing': { share: 0.05, isLasting: false, frames: () => [] },
  'first frames missing': {
    share: 0.2,
    isLasting: false,
    frames: (_text, place) => (place < FIRST_FRAMES ? [] : null),
  },
  'streams lost': { share: 0.02, isLasting: false, frames: () => 'end' },
} as const satisfies Readonly<Record<string, NastyBehaviour>>;

export type NastyName = keyof typeof NASTY_BEHAVIOURS;
export const NASTY_NAMES = Object.keys(NASTY_BEHAVIOURS) as readonly NastyName[];

function delayed(durationMsMax: number): FrameChange {
  return (text, _place, chance) => [{ text, afterMs: 1 + chance.below(durationMsMax) }];
}

function refusal(status: number): Reply {
  return { status, headers: { 'retry-after': '1' }, body: Buffer.from('{}') };
}

function redirect(status: number, path: string): Reply {
  return { status, headers: { location: path }, body: NONE };
}

function encoded(encoding: string, encode: (body: Buffer) => Buffer): Change {
  return ({ status, headers, body }) => ({
    status,
    headers: { ...headers, 'content-encoding': encoding },
    body: encode(body),
  });
}

function text(pattern: RegExp, by: string | ((all: string, digits: string) => string)): Change {
  return (reply) => {
    const before = reply.body.toString();
    const after =
      typeof by === 'string' ? before.replace(pattern, by) : before.replace(pattern, by);
    return after === before ? null : { ...reply, body: Buffer.from(after) };
  };
}

/** The texts of a list's rows, changed; the rest of the reply stays as it is written. */
type ListChange = (rows: readonly string[], chance: Chance) => readonly string[];

function lists(change: ListChange): Change {
  return (reply, { isReference }, chance) => {
    if (isReference) return null;
    const before = reply.body.toString();
    const after = changeLists(before, change, chance);
    return after === before ? null : { ...reply, body: Buffer.from(after) };
  };
}

/** Innermost lists of objects, by their text, so that long numbers keep their digits. */
function changeLists(body: string, change: ListChange, chance: Chance): string {
  return body.replace(/\[(\{[^[\]]*\})\]/gu, (_all, inner: string) => {
    const rows = rowsOf(inner);
    return `[${change(rows, chance).join(',')}]`;
  });
}

function rowsOf(inner: string): readonly string[] {
  const rows: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < inner.length; at += 1) {
    if (inner[at] === '{') depth += 1;
    if (inner[at] === '}') depth -= 1;
    if (depth !== 0 || inner[at] !== ',') continue;
    rows.push(inner.slice(from, at));
    from = at + 1;
  }
  rows.push(inner.slice(from));
  return rows;
}

function shuffle(rows: readonly string[], chance: Chance): readonly string[] {
  const keyed = rows.map((row) => ({ row, key: chance.next() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ row }) => row);
}

function repeatRow(rows: readonly string[], chance: Chance): readonly string[] {
  return rows.length < 2 ? rows : [...rows, rows[chance.below(rows.length)] ?? ''];
}

function addOddRow(rows: readonly string[], chance: Chance): readonly string[] {
  return rows.toSpliced(chance.below(rows.length + 1), 0, '{"odd":true}');
}
