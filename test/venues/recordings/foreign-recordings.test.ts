// Replies and frames of nine exchanges, recorded by others: the reader of the exchanges keeps every
// digit of every number in them, and no stream's reader falls over a frame, whatever its channel.

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, test } from 'node:test';
import { parseJson } from '#adapters/venues/dialects/reply/parse-json.ts';
import { loadDialect } from '#adapters/venues/dialects/load-dialect.ts';
import type { VenueDialect } from '#adapters/venues/dialect.ts';
import { REFERENCE_DATA, readReference, skipWithout } from '../../support/reference-data.ts';
import type { ExactValue } from './exact-value.ts';
import { exactNumber, readExactly } from './exact-value.ts';

const FOLDER = 'exchange-recordings';
const skip = skipWithout(FOLDER);

/** The codes of the dialects by the names of the files. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  binance: ['binance', 'binanceusdm'],
  bitget: ['bitget'],
  bybit: ['bybit'],
  coinbase: ['coinbase'],
  gateio: ['gate'],
  hyperliquid: ['hyperliquid'],
  kraken: ['kraken'],
  kucoin: ['kucoin'],
  okx: ['okx'],
};

/** Recordings that hold no JSON, and why. */
const WITHOUT_JSON: Readonly<Record<string, string>> = {
  'binance Endpoints/CoinFutures/Account/KeepAliveUserStream.txt': 'no reply',
  'binance Endpoints/Spot/Account/CrossMarginSmallLiabilityExchange.txt': 'no reply',
  'bybit JsonResponses/Derivatives/UnifiedMargin/Trading/CancelAllOrdersAsync.txt':
    'a comma too many',
  'gateio Endpoints/Spot/Account/BorrowOrRepay.txt': 'no reply',
};

type Recording = { readonly name: string; readonly texts: readonly string[] };

function recordingsOf(exchange: string): readonly Recording[] {
  const file = JSON.parse(readReference(`${FOLDER}/${exchange}.json.gz`)) as Record<string, string>;
  return Object.entries(file).map(([name, text]) => ({ name, texts: textsOf(name, text) }));
}

/** The reply below the verb, the path and the sign; of a stream each received frame. */
function textsOf(name: string, recording: string): readonly string[] {
  const lines = recording.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (name.startsWith('Endpoints/')) return [lines.slice(2).filter(isOfReply).join('\n')];
  if (!lines.some((line) => /^[><=]/.test(line))) return [lines.join('\n')];
  const frames: string[] = [];
  let isReceived = false;
  for (const line of lines) {
    const [sign = ''] = line;
    if ('><='.includes(sign) && sign !== '') {
      isReceived = sign !== '>';
      if (isReceived) frames.push(line.slice(1));
    } else if (isReceived) frames.push(`${frames.pop() ?? ''}\n${line}`);
  }
  return frames.map(frameIn);
}

/** Neither whether the request is signed nor what it was sent with. */
function isOfReply(line: string): boolean {
  return !/^(?:true|false)$|^(?:Body|Uri)Params:/.test(line.trim());
}

/** From its first bracket on; placeholders are ids that the client chose. */
function frameIn(text: string): string {
  return text.slice(Math.max(0, text.search(/[{[]/))).replaceAll(/\|(?:\d+|id|\*)\|/g, '1');
}

/** Compares in both directions: the same members, and each number with all its digits. */
function assertSame(read: unknown, exact: ExactValue, place: string): void {
  if (exact === null || typeof exact === 'boolean') return assert.equal(read, exact, place);
  if (Array.isArray(exact)) {
    assert(Array.isArray(read) && read.length === exact.length, place);
    for (const [index, item] of exact.entries())
      assertSame(read[index], item, `${place}[${index}]`);
    return;
  }
  const single = exact as Exclude<ExactValue, readonly ExactValue[] | boolean | null>;
  if ('number' in single) {
    assert(typeof read === 'number' || typeof read === 'string', place);
    return assert.equal(exactNumber(String(read)), single.number, place);
  }
  if ('text' in single) return assert.equal(read, single.text, place);
  assert(typeof read === 'object' && read !== null, place);
  assert.deepEqual(Object.keys(read).toSorted(), [...single.members.keys()].toSorted(), place);
  for (const [name, member] of single.members)
    assertSame((read as Record<string, unknown>)[name], member, `${place}.${name}`);
}

/** By the engine's own reader, which both must agree with. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    assert.throws(() => parseJson(text), SyntaxError);
    assert.throws(() => readExactly(text));
    return false;
  }
}

/** Reads the frame as every stream of the dialect does; any throw is a fault. */
function readFrame(dialect: VenueDialect, frame: string): void {
  const { stream, marketStream, bestPriceStream, marketTypes } = dialect;
  for (const marketType of marketTypes) {
    const nothing = () => null;
    stream.read(frame, { marketType, findMarket: nothing, nowMs: 1_780_000_000_000 });
    for (const each of [marketStream, bestPriceStream]) each?.read(frame, marketType, nothing);
  }
}

suite('recordings that others made', { skip }, () => {
  test('each file of the folder is read', () => {
    const files = globSync('*.json.gz', { cwd: join(REFERENCE_DATA, FOLDER) });
    const names = files.map((file) => basename(file, '.json.gz'));
    assert.deepEqual(names.toSorted(), Object.keys(CODES).toSorted());
  });

  test('every number keeps its digits, in all of them', (t) => {
    let [recordingsCount, textsCount] = [0, 0];
    const withoutJson: string[] = [];
    for (const exchange of Object.keys(CODES)) {
      for (const { name, texts } of recordingsOf(exchange)) {
        recordingsCount += 1;
        const found = texts.filter((each) => each.trim() !== '');
        if (found.length === 0 || !found.every(isJson)) {
          withoutJson.push(`${exchange} ${name}`);
          continue;
        }
        for (const text of found) {
          assertSame(parseJson(text), readExactly(text), `${exchange} ${name}`);
          textsCount += 1;
        }
      }
    }
    assert.deepEqual(withoutJson.toSorted(), Object.keys(WITHOUT_JSON).toSorted());
    t.diagnostic(`${textsCount} texts of ${recordingsCount} recordings`);
    assert(recordingsCount >= 904);
  });

  test('a reader that rounds is noticed', () => {
    const text = '{"orderId":8389765998331627938,"price":1.2E-7,"executed":-0}';
    assertSame(parseJson(text), readExactly(text), 'exact');
    assert.throws(() => assertSame(JSON.parse(text), readExactly(text), 'rounded'), /rounded/);
  });

  for (const [exchange, codes] of Object.entries(CODES))
    test(`no frame of ${exchange} is more than its readers can bear`, async () => {
      const dialects = await Promise.all(codes.map(loadDialect));
      const frames = recordingsOf(exchange)
        .filter(({ name }) => /^(?:Subscriptions|Socket)\//.test(name))
        .flatMap(({ texts }) => texts);
      assert(frames.length > 0);
      for (const frame of frames) for (const dialect of dialects) readFrame(dialect, frame.trim());
    });
});
