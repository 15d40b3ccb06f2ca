// Signing by ccxt, and nothing else of it: the only file that imports it. It is loaded on first
// use, one exchange by itself, because all of them take half a second and 90 MB.

import type { SignedRequest } from '#adapters/venues/wire/transport.ts';
import type { VenueCall, VenueCredentials } from '#adapters/venues/wire/venue-wire.ts';

export type CcxtSigner = {
  /** Null when nothing can be signed with these credentials. */
  sign(call: VenueCall, credentials: VenueCredentials | null): SignedRequest | null;
};

type CcxtInstance = {
  apiKey: string;
  secret: string;
  password: string;
  readonly options: Record<string, unknown>;
  setSandboxMode: (isTestNet: boolean) => void;
  nonce: () => number;
  milliseconds: () => number;
  log: (...parts: readonly unknown[]) => void;
  sign(
    path: string,
    section: string,
    method: string,
    parameters: Record<string, unknown>,
  ): {
    readonly url: string;
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly body?: string | undefined;
  };
};

/**
 * By these ccxt names itself as the broker of an order: `referer` at Bybit, the others at KuCoin,
 * Gate, MEXC, Bitget, Phemex and HTX. None is part of what is signed.
 */
const BROKER_HEADERS = new RegExp(
  '^(?:referer|x-referer|x-gate-channel-id|x-channel-api-code|source|broker-?id' +
    '|kc-api-partner.*|kc-broker-name|x-broker.*)$',
  'i',
);

/** How long the venue may take to accept a request, reported to it with the signature. */
const RECEIVE_WINDOW_MS = 5_000;

/**
 * One instance signs for all accounts of a venue: it is given the keys for one call and forgets
 * them. `venueNowMs` is the venue's time. Throws when ccxt is not installed, or knows no test net.
 */
export async function loadCcxtSigner(
  exchangeId: string,
  venueNowMs: () => number,
  isTestNet = false,
): Promise<CcxtSigner> {
  // Its package exports no single exchange, but a file may be imported by its address.
  const file = new URL(`./src/${exchangeId}.js`, import.meta.resolve('ccxt'));
  const library = (await import(file.href)) as {
    readonly default: new (settings: object) => CcxtInstance;
  };
  const instance = new library.default({ enableRateLimit: false });
  if (isTestNet) instance.setSandboxMode(true);
  instance.nonce = venueNowMs;
  instance.milliseconds = venueNowMs;
  instance.log = () => undefined;
  instance.options['recvWindow'] = RECEIVE_WINDOW_MS;
  return { sign: (call, credentials) => signWith(instance, call, credentials) };
}

function signWith(
  instance: CcxtInstance,
  call: VenueCall,
  credentials: VenueCredentials | null,
): SignedRequest | null {
  const parameters: Record<string, unknown> = { ...call.parameters };
  instance.apiKey = credentials?.apiKey ?? '';
  instance.secret = credentials?.secret ?? '';
  instance.password = credentials?.passphrase ?? '';
  try {
    const { url, method, headers, body } = instance.sign(
      call.path,
      call.section,
      call.method,
      parameters,
    );
    // What it adds to the parameters of an order without a name is a broker's name.
    if (Object.keys(parameters).length !== Object.keys(call.parameters).length) return null;
    return {
      method,
      address: url,
      headers: Object.fromEntries(
        Object.entries(headers ?? {}).filter(([name]) => !BROKER_HEADERS.test(name)),
      ),
      body: body ?? null,
    };
  } catch {
    // Its messages may hold what was to be signed.
    return null;
  } finally {
    instance.apiKey = '';
    instance.secret = '';
    instance.password = '';
  }
}
