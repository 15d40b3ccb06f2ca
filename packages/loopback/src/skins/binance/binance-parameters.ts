// Parameters as Binance reads them: from the query and from the body, the query first.

import type { Amount } from '#loopback/amount.ts';
import { parseAmount } from '#loopback/amount.ts';
import type { VenueRequest } from '#loopback/skins/skin.ts';
import type { BinanceError } from '#loopback/skins/binance/binance-errors.ts';
import {
  ERRORS,
  malformed,
  mandatory,
  tooPrecise,
  unread,
} from '#loopback/skins/binance/binance-errors.ts';

export type Parameters = ReadonlyMap<string, string>;

/** Thrown by readers, and turned into a reply by the skin. */
export class BinanceRefusal extends Error {
  readonly error: BinanceError;

  constructor(error: BinanceError) {
    super(error.msg);
    this.error = error;
  }
}

/** Parameters by name. Throws the refusal of one that is sent twice. */
export function readParameters(request: VenueRequest): Parameters {
  const inQuery = pairs(request.query);
  const inBody =
    request.headers['content-type']?.includes('json') === true ? [] : pairs(request.body);
  const parameters = new Map<string, string>();
  for (const list of [inQuery, inBody]) {
    const names = list.map(([name]) => name);
    if (new Set(names).size !== names.length) throw new BinanceRefusal(ERRORS.duplicated);
  }
  for (const [name, value] of [...inBody, ...inQuery]) parameters.set(name, value);
  return parameters;
}

/** What the signature is over: query and body as sent, without the signature itself. */
export function signedText(request: VenueRequest): string {
  const withoutSignature = (text: string): string =>
    text
      .split('&')
      .filter((pair) => !pair.startsWith('signature='))
      .join('&');
  return withoutSignature(request.query) + withoutSignature(request.body);
}

/** Text of a parameter. Throws the refusal of one that is absent or empty. */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name) ?? '';
  if (value === '') throw new BinanceRefusal(mandatory(name));
  return value;
}

/** Amount of a parameter that must be there. */
export function requiredAmount(parameters: Parameters, name: string): Amount {
  required(parameters, name);
  return optionalAmount(parameters, name) ?? 0n;
}

/**
 * Amount of a parameter; null when absent. Throws the refusal of a malformed or too precise one.
 */
export function optionalAmount(parameters: Parameters, name: string): Amount | null {
  const text = parameters.get(name);
  if (text === undefined || text === '') return null;
  if (!/^\d{1,20}(?:\.\d{1,20})?$/.test(text)) throw new BinanceRefusal(malformed(name));
  const value = parseAmount(text);
  if (value === null) throw new BinanceRefusal(tooPrecise(name));
  return value;
}

/** Whole number of a parameter; null when absent. Throws the refusal of a malformed one. */
export function optionalWhole(parameters: Parameters, name: string): number | null {
  const text = parameters.get(name);
  if (text === undefined || text === '') return null;
  if (!/^\d{1,16}$/.test(text)) throw new BinanceRefusal(malformed(name));
  return Number(text);
}

/** As text: ids may be above 2^53. */
export function optionalId(parameters: Parameters, name: string): string | null {
  const text = parameters.get(name) ?? '';
  if (text === '') return null;
  if (!/^\d{1,19}$/.test(text)) throw new BinanceRefusal(malformed(name));
  return text;
}

/** Every parameter that was sent must be one that the endpoint has. */
export function refuseUnread(parameters: Parameters, known: readonly string[]): void {
  const sent = [...parameters.keys()];
  const read = sent.filter((name) => known.includes(name));
  if (read.length < sent.length) throw new BinanceRefusal(unread(read.length, sent.length));
}

function pairs(text: string): readonly (readonly [string, string])[] {
  if (text === '') return [];
  return text.split('&').map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    const value = rest.join('=').replaceAll('+', ' ');
    return [decodeURIComponent(name), decodeURIComponent(value)] as const;
  });
}
