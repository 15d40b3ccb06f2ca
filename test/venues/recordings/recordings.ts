// Replies and frames of nine exchanges, recorded by others: how each is taken out of its file.

import { readReference } from '../../support/reference-data.ts';

export const FOLDER = 'exchange-recordings';

/** The codes of the dialects by the names of the files. */
export const CODES: Readonly<Record<string, readonly string[]>> = {
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

export type Recording = {
  readonly exchange: string;
  readonly name: string;
  /** Verb and path of an endpoint; null of a stream, and where the recording names none. */
  readonly route: string | null;
  readonly texts: readonly string[];
};

export function recordingsOf(exchange: string): readonly Recording[] {
  const file = JSON.parse(readReference(`${FOLDER}/${exchange}.json.gz`)) as Record<string, string>;
  return Object.entries(file).map(([name, text]) => ({
    exchange,
    name: name.replace(/\.txt$/, ''),
    route: routeOf(name, text),
    texts: textsOf(name, text),
  }));
}

function linesOf(recording: string): readonly string[] {
  return recording.replace(/^\uFEFF/, '').split(/\r?\n/);
}

function routeOf(name: string, recording: string): string | null {
  if (!name.startsWith('Endpoints/')) return null;
  const [verb = '', path = ''] = linesOf(recording).map((line) => line.trim());
  return `${verb} /${(path.split('?')[0] ?? '').replace(/^\//, '')}`;
}

/** The reply below the verb, the path and the sign; of a stream each received frame. */
function textsOf(name: string, recording: string): readonly string[] {
  const lines = linesOf(recording);
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
  return text
    .slice(Math.max(0, text.search(/[{[]/)))
    .replaceAll(/\|(?:\d+|id|\*)\|/g, '1')
    .trim();
}
