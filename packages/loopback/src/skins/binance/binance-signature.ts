// Authenticates a call to Binance: its key and its time.

import { createHmac, timingSafeEqual } from 'node:crypto';

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import type { BinanceError } from '#loopback/skins/binance/binance-errors.ts';
import { ERRORS, mandatory } from '#loopback/skins/binance/binance-errors.ts';
import type { Parameters } from '#loopback/skins/binance/binance-parameters.ts';
import { BinanceRefusal } from '#loopback/skins/binance/binance-parameters.ts';

function hmacHex(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Hexadecimal signatures count in either case. */
export function isSignature(secret: string, text: string, given: string): boolean {
  const expected = Buffer.from(hmacHex(secret, text));
  const actual = Buffer.from(given.toLowerCase());
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** The key of a signed call. */
export function checkKey(
  exchange: Exchange,
  apiKey: string,
  address: string,
  needsTrade: boolean,
): ApiKey {
  if (apiKey === '') throw new BinanceRefusal(ERRORS.keyFormat);
  const key = exchange.keys.get(apiKey);
  const isBound =
    key === undefined || key.addresses.length === 0 || key.addresses.includes(address);
  const isExpired =
    key?.expiresAtMs !== undefined &&
    key.expiresAtMs !== null &&
    key.expiresAtMs <= exchange.clock.nowMs();
  if (key === undefined || key.isRevoked || !isBound || isExpired)
    throw new BinanceRefusal(ERRORS.key);
  if (needsTrade && !key.canTrade) throw new BinanceRefusal(ERRORS.key);
  return key;
}

/** The rule of the documentation: less than a second ahead, and within recvWindow. */
export function checkTime(parameters: Parameters, nowMs: number): BinanceError | null {
  const timestampMs = numberOf(parameters, 'timestamp');
  if (timestampMs === null) return mandatory('timestamp');
  const windowMs = parameters.has('recvWindow') ? numberOf(parameters, 'recvWindow') : 5000;
  if (windowMs === null) return mandatory('recvWindow');
  if (windowMs > 60_000) return ERRORS.longWindow;
  if (timestampMs >= nowMs + 1000) return ERRORS.early;
  return nowMs - timestampMs <= windowMs ? null : ERRORS.late;
}

function numberOf(parameters: Parameters, name: string): number | null {
  const text = parameters.get(name) ?? '';
  if (!/^\d{1,16}(?:\.\d{1,3})?$/.test(text)) return null;
  const value = Number(text);
  // Sixteen digits are microseconds.
  return name === 'timestamp' && value > 1e15 ? value / 1000 : value;
}
