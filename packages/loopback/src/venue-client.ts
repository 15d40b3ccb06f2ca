// A bare client of the loopback venue for its own tests: signs as the documentation says, sends,
// and returns what came, damaged or not.

import { createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';

import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { dollarsAt, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';

type VenueKey = Readonly<Record<'account' | 'key' | 'secret', string>> & {
  readonly passphrase: string | null;
};

export type Parameters = Readonly<Record<string, string | number | boolean>>;

/** The body as JSON if it is JSON, the text otherwise. */
export type VenueResponse = {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read replies as they come
  readonly body: any;
  readonly text: string;
};

export type VenueClient = Readonly<Record<VenueCode, VenueKey>> & {
  readonly server: VenueServer;
  toBinance(method: string, path: string, parameters?: Parameters): Promise<VenueResponse>;
  toBybit(method: string, path: string, parameters?: Parameters): Promise<VenueResponse>;
  control(verb: string, content: Readonly<Record<string, unknown>>): unknown;
};

/** A venue of its own with an account "a" at each exchange; it ends with the test. */
export async function openVenue(t: TestContext): Promise<VenueClient> {
  const server = await startVenueServer();
  t.after(() => server.close());
  // What a skin itself writes.
  for (const venue of VENUE_CODES) server.control('values', { venue, kind: 'plain' });
  const keys = Object.fromEntries(
    VENUE_CODES.map((venue) => {
      const balances = { [dollarsAt(venue)]: '100000', BTC: '1' };
      return [venue, server.control('account', { venue, id: 'a', balances })];
    }),
  ) as Record<VenueCode, VenueKey>;
  const { binance, bybit } = keys;
  return {
    ...keys,
    server,
    toBinance: (method, path, parameters) => callBinance(server, binance, method, path, parameters),
    toBybit: (method, path, parameters) => callBybit(server, bybit, method, path, parameters),
    control: (verb, content) => server.control(verb, content),
  };
}

/** Signed unless it says `unsigned: true`; `timestamp` and `recvWindow` may be given. */
export async function callBinance(
  server: VenueServer,
  { key, secret }: Pick<VenueKey, 'key' | 'secret'>,
  method: string,
  path: string,
  parameters: Parameters = {},
): Promise<VenueResponse> {
  const { unsigned, ...given } = parameters;
  const all = unsigned === true ? given : { timestamp: server.state.clock.nowMs(), ...given };
  const query = queryOf(all);
  const signature = createHmac('sha256', secret).update(query).digest('hex');
  const signed = unsigned === true ? query : `${query}&signature=${signature}`;
  const headers = { 'x-mbx-apikey': key, 'x-venue-host': 'api.binance.com' };
  return received(await fetch(`${server.address}${path}?${signed}`, { method, headers }));
}

/** Sends a signed call; parameters travel in the query of a GET, otherwise as JSON. */
export async function callBybit(
  server: VenueServer,
  { key, secret }: Pick<VenueKey, 'key' | 'secret'>,
  method: string,
  path: string,
  parameters: Parameters = {},
): Promise<VenueResponse> {
  const { timestamp = server.state.clock.nowMs(), recvWindow = 5000, ...given } = parameters;
  const payload = method === 'GET' ? queryOf(given) : JSON.stringify(given);
  const text = `${String(timestamp)}${key}${String(recvWindow)}${payload}`;
  const headers = {
    'x-bapi-api-key': key,
    'x-bapi-timestamp': String(timestamp),
    'x-bapi-recv-window': String(recvWindow),
    'x-bapi-sign': createHmac('sha256', secret).update(text).digest('hex'),
    'content-type': 'application/json',
    'x-venue-host': 'api.bybit.com',
  };
  const address = `${server.address}${path}`;
  return received(
    method === 'GET'
      ? await fetch(`${address}?${payload}`, { headers })
      : await fetch(address, { method, headers, body: payload }),
  );
}

function queryOf(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
}

async function received(response: Response): Promise<VenueResponse> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  let body: unknown = text;
  try {
    body = isJson ? JSON.parse(text) : text;
  } catch {
    // A damaged body stays text.
  }
  return { status: response.status, headers: response.headers, body, text };
}
