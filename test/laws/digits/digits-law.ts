// Law 4: numbers keep their digits. Every reader of every dialect reads what the loopback venue
// said, with each number of it respelled, and with numbers that no double holds in its place.

import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import type { Law, MatrixSize, TriedCell, Verdict } from '../law.ts';
import { broken, HELD } from '../law.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import type { CapturedReply } from './captured-replies.ts';
import { captureReplies, readersOf } from './captured-replies.ts';
import type { Reading } from './judge-reading.ts';
import { faultOfOrdinary, faultOfPair, faultOfSame, isInTexts } from './judge-reading.ts';
import { ordinarySpellings } from './ordinary-spellings.ts';
import type { Leaf } from './respell.ts';
import { leavesOf, longPairs, sameNumber, withLeaf } from './respell.ts';

export const DIGITS_LAW: Law = {
  number: 4,
  title: 'numbers keep their digits',
  async participants() {
    const names: string[] = [];
    for (const code of DIALECT_CODES)
      for (const reader of readersOf(await loadDialect(code))) names.push(`${code} ${reader}`);
    return names;
  },
  async *tryCells(size) {
    const captures = DIALECT_CODES.map((code) => ({ code, replies: captureReplies(code) }));
    for (const { code, replies } of captures) yield* cellsOf(code, await replies, size);
  },
  planted: [
    {
      name: 'JSON.parse in place of the reader',
      find: async () =>
        plant((text) => {
          const { items } = JSON.parse(text) as { items: { id: unknown }[] };
          return { items: items.map(({ id }) => ({ id: String(id) })) };
        }),
    },
    {
      name: 'Number(id)',
      find: async () =>
        plant((text) => {
          const { items } = JSON.parse(quoted(text)) as { items: { id: string }[] };
          return { items: items.map(({ id }) => ({ id: String(Number(id)) })) };
        }),
    },
    {
      name: 'parseFloat of a figure',
      find: async () =>
        plant((text) => {
          const { items } = JSON.parse(quoted(text)) as { items: { price: string }[] };
          const units = (price: string): bigint => BigInt(Math.round(parseFloat(price) * 1e18));
          return { items: items.map(({ price }) => ({ price: units(price) })) };
        }),
    },
    {
      name: 'a figure that another reader may round',
      find: async () =>
        plant((text) => {
          const { items } = JSON.parse(quoted(text)) as { items: { price: string }[] };
          const units = (price: string): bigint => BigInt(Math.round(parseFloat(price) * 1e18));
          return { balances: items.map(({ price }) => ({ locked: units(price) })) };
        }),
    },
    {
      name: 'a reader that refuses zeros at the end of texts',
      find: async () =>
        plant((text) => {
          const { items } = JSON.parse(text) as { items: { price: string | number }[] };
          return { items: items.filter(({ price }) => !/\.\d*0$/.test(String(price))) };
        }, '{"items":[{"price":"0.25"}]}'),
    },
    {
      name: 'a figure without its exponent',
      find: async () =>
        plant((text) => {
          const { items } = JSON.parse(quoted(text)) as { items: { price: string }[] };
          return { items: items.map(({ price }) => ({ price: /^[\d.]+/.exec(price)?.[0] })) };
        }),
    },
  ],
};

const WHOLE: MatrixSize = { share: 1, seed: 1 };
const SAMPLE = '{"items":[{"id":28,"price":"0.25"}]}';

/** All numbers as texts, so that the violation is the reader's own. */
function quoted(text: string): string {
  return text.replaceAll(/([:,[]\s*)(-?\d[\d.eE+-]*)/g, '$1"$2"');
}

function plant(read: (text: string) => unknown, sample = SAMPLE): TriedCell | null {
  const captured = {
    reader: 'planted',
    text: sample,
    read: (text: string) => ({ kind: 'done', value: read(text) }),
  };
  for (const cell of cellsOf('planted', [captured], WHOLE))
    if (cell.verdict.kind === 'broken') return cell;
  return null;
}

/** Of each reader the first leaves of each name, and of these the share. */
function* cellsOf(
  code: string,
  replies: readonly CapturedReply[],
  { share, seed }: MatrixSize,
): Iterable<TriedCell> {
  const chance = createChance(seed);
  const tried = new Map<string, number>();
  for (const reply of replies) {
    const participant = `${code} ${reply.reader}`;
    const leaves = leavesOf(reply.text);
    const plain = readingOf(reply, reply.text);
    for (const leaf of leaves) {
      const name = `${reply.reader} ${leaf.name}`;
      const count = tried.get(name) ?? 0;
      if (count >= LEAVES_MAX) continue;
      tried.set(name, count + 1);
      if (count > 0 && chance.next() >= share) continue;
      for (const [cell, verdict] of judged(participant, reply, plain, leaf))
        yield { participant, cell: `${leaf.name} ${cell}`, verdict };
    }
    if (leaves.length === 0) yield { participant, cell: 'a reply without numbers', verdict: HELD };
  }
}

/** Of one name: rows of a list are read alike. */
const LEAVES_MAX = 6;

function* judged(
  participant: string,
  reply: CapturedReply,
  plain: Reading,
  leaf: Leaf,
): Iterable<readonly [cell: string, verdict: Verdict]> {
  const read = (token: string): Reading => readingOf(reply, withLeaf(reply.text, leaf, token));
  const isOpaque = isInTexts(plain, leaf.digits);
  for (const { name, token } of sameNumber(leaf, isOpaque))
    yield [`${leaf.digits}: ${name}`, verdictOf(faultOfSame(plain, read(token)), token)];
  const [code = ''] = participant.split(' ');
  for (const { name, token } of ordinarySpellings(code, leaf, isOpaque))
    yield [
      `${leaf.digits}: ${name}, as the exchange sends it`,
      verdictOf(faultOfOrdinary(plain, read(token)), token),
    ];
  for (const { name, one, other } of longPairs(leaf)) {
    const asNumber = read(one);
    const asText = read(`"${one}"`);
    const cell = `${leaf.digits}: a number ${name}`;
    yield [`${cell}, as a text`, verdictOf(faultOfSame(asText, asNumber), one)];
    yield [cell, verdictOf(faultOfPair(participant, plain, asNumber, read(other)), one)];
    yield [
      `${cell}, twice as texts`,
      verdictOf(faultOfPair(participant, plain, asText, read(`"${other}"`)), one),
    ];
  }
}

function verdictOf(fault: string | null, token: string): Verdict {
  return fault === null ? HELD : broken(`${token}: ${fault}`);
}

/** That say no more than that the frame is not understood: all is read by request then. */
const SWEEPS = new Set(['sweep', 'refused', 'over']);

function readingOf(reply: CapturedReply, text: string): Reading {
  let found: unknown;
  try {
    found = reply.read(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'unreadable' };
    throw error;
  }
  if (Array.isArray(found)) {
    const events = found as readonly { readonly kind: string }[];
    const isUnread = events.every(({ kind }) => SWEEPS.has(kind));
    return isUnread ? { kind: 'unreadable' } : { kind: 'read', value: found };
  }
  const verdict = found as { readonly kind: string; readonly value?: unknown };
  if (verdict.kind === 'done') return { kind: 'read', value: verdict.value };
  const isUnread = verdict.kind === 'unknown' || verdict.kind === 'not_done';
  return isUnread ? { kind: 'unreadable' } : { kind: 'read', value: verdict };
}
