// Authenticates a call to Bybit: its key and its time.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { hmacText, isSameSignature } from '#loopback/skins/kit/signed-call.ts';
import type { VenueRequest } from '#loopback/skins/skin.ts';
import { BybitRefusal } from '#loopback/skins/bybit/bybit-errors.ts';

const DEFAULT_WINDOW_MS = 5000;

/** Time stamp, key, window, and then the query or the body as sent. */
export function bybitSignedText(request: VenueRequest): string {
  const { headers, method, query, body } = request;
  const payload = method === 'GET' ? query : body;
  const window = headers['x-bapi-recv-window'] ?? '';
  return `${headers['x-bapi-timestamp'] ?? ''}${headers['x-bapi-api-key'] ?? ''}${window}${payload}`;
}

const bybitSignature = hmacText('sha256', 'hex');

/** Compares in constant time. */
export function isBybitSignature(secret: string, text: string, given: string): boolean {
  return isSameSignature(bybitSignature(secret, text), given);
}

/** Key that may be used from this address and for this. Throws the refusal of any other. */
export function checkBybitKey(
  exchange: Exchange,
  apiKey: string,
  address: string,
  needsTrade: boolean,
): ApiKey {
  const key = exchange.keys.get(apiKey);
  if (key === undefined || key.isRevoked) throw new BybitRefusal(10_003, 'API key is invalid.');
  if (key.expiresAtMs !== null && key.expiresAtMs <= exchange.clock.nowMs()) {
    throw new BybitRefusal(33_004, 'Your api key has expired.');
  }
  if (key.addresses.length > 0 && !key.addresses.includes(address)) {
    throw new BybitRefusal(10_010, "Unmatched IP, please check your API key's bound IP addresses.");
  }
  if (needsTrade && !key.canTrade) {
    throw new BybitRefusal(10_005, 'Permission denied, please check your API key permissions.');
  }
  return key;
}

/** The rule of the documentation: server time - window <= time stamp < server time + 1000. */
function checkBybitTime(request: VenueRequest, nowMs: number): void {
  const { headers } = request;
  const timestampMs = Number(headers['x-bapi-timestamp']);
  const windowMs = Number(headers['x-bapi-recv-window'] ?? DEFAULT_WINDOW_MS);
  const isInTime = timestampMs >= nowMs - windowMs && timestampMs < nowMs + 1000;
  if (isInTime) return;
  throw new BybitRefusal(
    10_002,
    `invalid request, please check your server timestamp or recv_window param. req_timestamp[${timestampMs}],server_timestamp[${nowMs}],recv_window[${windowMs}]`,
  );
}

/** Of a call: key, signature, then time. */
export function authenticateBybit(
  exchange: Exchange,
  request: VenueRequest,
  needsTrade: boolean,
): ApiKey {
  const { headers } = request;
  const apiKey = headers['x-bapi-api-key'] ?? '';
  const key = checkBybitKey(exchange, apiKey, request.address, needsTrade);
  const text = bybitSignedText(request);
  if (!isBybitSignature(key.secret, text, headers['x-bapi-sign'] ?? '')) {
    throw new BybitRefusal(10_004, `error sign! origin_string[${text}]`);
  }
  checkBybitTime(request, exchange.clock.nowMs());
  return key;
}
