// Signing by ccxt, and nothing else of it: the only file that imports it. It is loaded on first
// use, one exchange by itself, because all of them take half a second and 90 MB.

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { CDP_TOKEN_MS, cdpToken } from '#venues/wire/cdp-token.ts';
import type { ActionSigner, ActionTerms } from '#venues/wire/l1-action.ts';
import { l1Request } from '#venues/wire/l1-action.ts';
import { packMessage } from '#venues/wire/pack-message.ts';
import type { SignedRequest } from '#venues/wire/transport.ts';
import type { VenueCall, VenueCredentials } from '#venues/wire/venue-wire.ts';

export type CcxtSigner = {
  /** Null when nothing can be signed with these credentials. */
  sign(call: VenueCall, credentials: VenueCredentials | null): SignedRequest | null;
};

/** `signL1Action` is of exchanges whose requests are actions on a chain. */
type CcxtInstance = Partial<ActionSigner> & {
  apiKey: string;
  secret: string;
  password: string;
  readonly options: Record<string, unknown>;
  /** What it adds to every request by itself, such as the mark of a test net. */
  readonly headers: Readonly<Record<string, string>>;
  setSandboxMode: (isTestNet: boolean) => void;
  nonce: () => number;
  milliseconds: () => number;
  seconds: () => number;
  log: (...parts: readonly unknown[]) => void;
  encode: (text: string) => Uint8Array;
  hmac: Hmac;
  urlencode: Encode;
  rawencode: Encode;
  /** Of exchanges whose requests have a token in place of a signature. */
  createAuthToken?: (seconds: number, method: string, address: string) => string;
  sign(
    path: string,
    section: string | readonly string[],
    method: string,
    parameters: Record<string, unknown> | readonly Record<string, unknown>[],
  ): {
    readonly url: string;
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly body?: string | undefined;
  };
};

type Hash = (bytes: Uint8Array) => Uint8Array;
type Hmac = (
  text: Uint8Array | string,
  key: Uint8Array | string,
  hash: Hash,
  digest?: string,
) => unknown;
type Encode = (words: Readonly<Record<string, unknown>>, ...rest: readonly unknown[]) => string;

/**
 * By these ccxt names itself as the broker of an order: `referer` at Bybit, the others at KuCoin,
 * Gate, MEXC, Bitget, Phemex and HTX. None is part of what is signed.
 */
const BROKER_HEADERS = new RegExp(
  '^(?:referer|x-referer|x-gate-channel-id|x-channel-api-code|source|broker-?id' +
    '|kc-api-partner.*|kc-broker-name|x-broker.*)$',
  'i',
);

const NODE_HASHES = ['sha256', 'sha512', 'sha384', 'sha1', 'md5'];
/** Is the same with and without percent encoding. */
const PLAIN_WORD = /^[\w.~-]*$/;

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
  instance.seconds = () => Math.floor(venueNowMs() / 1_000);
  instance.log = () => undefined;
  instance.options['recvWindow'] = RECEIVE_WINDOW_MS;
  instance.encode = (text) => Buffer.from(text);
  instance.hmac = fastHmac(instance.hmac);
  instance.urlencode = fastEncode(instance.urlencode);
  instance.rawencode = fastEncode(instance.rawencode);
  if (isActionSigner(instance)) instance.packb = packMessage;
  const ofTestNet = isTestNet ? { ...instance.headers } : {};
  const number = risingNumbers(venueNowMs);
  const instant = risingInstants(venueNowMs);
  const termsOfAction = (): ActionTerms => ({
    nonce: instant(),
    expiresAtMs: venueNowMs() + RECEIVE_WINDOW_MS,
  });
  return {
    sign(call, credentials) {
      instance.nonce = call.isNumbered === true ? number : venueNowMs;
      if (instance.createAuthToken !== undefined)
        instance.createAuthToken = tokenFor(instance, call, venueNowMs());
      const parameters = isActionSigner(instance)
        ? actionOrNull(instance, call, credentials, termsOfAction)
        : { ...call.parameters, ...expiryIn(call, venueNowMs()) };
      if (parameters === null) return null;
      const signed = signWith(instance, call, parameters, credentials);
      if (signed === null) return null;
      const ofCall = { ...call.headers, ...expiryOf(call, venueNowMs()) };
      return { ...signed, headers: { ...signed.headers, ...ofTestNet, ...ofCall } };
    },
  };
}

/**
 * Numbers that rise with each request, by the venue's clock: so do those of the process that takes
 * an account over.
 */
function risingNumbers(venueNowMs: () => number): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, venueNowMs() * 1_000));
}

/** Each by itself, so that two actions of one millisecond have different numbers. */
function risingInstants(venueNowMs: () => number): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, Math.floor(venueNowMs())));
}

function isActionSigner(instance: CcxtInstance): instance is CcxtInstance & ActionSigner {
  return instance.signL1Action !== undefined;
}

function actionOrNull(
  signer: ActionSigner,
  call: VenueCall,
  credentials: VenueCredentials | null,
  terms: () => ActionTerms,
): Readonly<Record<string, unknown>> | null {
  try {
    return l1Request(signer, call, call.access === 'private' ? credentials : null, terms);
  } catch {
    // Its messages may hold what was to be signed.
    return null;
  }
}

function expiryIn({ expiryParameter }: VenueCall, nowMs: number): VenueCall['parameters'] {
  if (expiryParameter === undefined) return {};
  return { [expiryParameter]: new Date(nowMs + RECEIVE_WINDOW_MS).toISOString() };
}

function expiryOf({ expiryHeader }: VenueCall, nowMs: number): Readonly<Record<string, string>> {
  return expiryHeader === undefined ? {} : { [expiryHeader]: String(nowMs + RECEIVE_WINDOW_MS) };
}

/** How long before our time a token that lasts is dated: the venue's clock may be behind it. */
const TOKEN_DATED_BACK_MS = 10_000;

/**
 * ccxt's takes five milliseconds, accepts keys in one form of PEM alone, and ends when it likes.
 */
function tokenFor(
  instance: CcxtInstance,
  { expiresByToken }: VenueCall,
  nowMs: number,
): NonNullable<CcxtInstance['createAuthToken']> {
  const lastsMs = expiresByToken === true ? RECEIVE_WINDOW_MS : CDP_TOKEN_MS - TOKEN_DATED_BACK_MS;
  return (_seconds, method, address) => {
    const { host, pathname } = new URL(address);
    return cdpToken(instance, {
      nonce: randomBytes(16).toString('hex'),
      endsAtMs: nowMs + lastsMs,
      request: `${method} ${host}${pathname}`,
    });
  };
}

/** The same as ccxt's, in a quarter of the time: by the crypto of Node where it has the hash. */
function fastHmac(slow: Hmac): Hmac {
  const names = new WeakMap<Hash, string | null>();
  return (text, key, hash, digest = 'hex') => {
    let name = names.get(hash);
    if (name === undefined) names.set(hash, (name = nameOfHash(hash)));
    if (name === null || (digest !== 'hex' && digest !== 'base64'))
      return slow(text, key, hash, digest);
    return createHmac(name, key).update(text).digest(digest);
  };
}

/** By its digest of nothing: ccxt passes its own functions, which are not named. */
function nameOfHash(hash: Hash): string | null {
  const digest = Buffer.from(hash(new Uint8Array()));
  return NODE_HASHES.find((name) => createHash(name).digest().equals(digest)) ?? null;
}

function isPlain(value: unknown): value is number | bigint | boolean {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

/** The same as ccxt's, for words that neither need quoting nor consist of others. */
function fastEncode(slow: Encode): Encode {
  return (words, ...rest) => {
    let encoded = '';
    for (const name of Object.keys(words)) {
      const value = words[name];
      const text = isPlain(value) ? String(value) : value;
      if (typeof text !== 'string' || !PLAIN_WORD.test(text) || !PLAIN_WORD.test(name))
        return slow(words, ...rest);
      encoded += encoded === '' ? `${name}=${text}` : `&${name}=${text}`;
    }
    return encoded;
  };
}

function signWith(
  instance: CcxtInstance,
  call: VenueCall,
  words: Readonly<Record<string, unknown>>,
  credentials: VenueCredentials | null,
): SignedRequest | null {
  const parameters = { ...words };
  instance.apiKey = credentials?.apiKey ?? '';
  instance.secret = credentials?.secret ?? '';
  instance.password = credentials?.passphrase ?? '';
  try {
    const { url, method, headers, body } = instance.sign(
      call.path,
      call.section.includes('.') ? call.section.split('.') : call.section,
      call.method,
      call.isList === true ? [parameters] : parameters,
    );
    // What it adds to the parameters of an order without a name is a broker's name.
    if (Object.keys(parameters).length !== Object.keys(words).length) return null;
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
