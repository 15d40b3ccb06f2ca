// Many requests at once with one key that was not seen lately, as when all readers of a process
// that was restarted connect again: the key is looked up once, and nobody is refused for it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import type { Caller } from '#services/access/request-ports.ts';
import { authenticate, isRefusal } from '#api/http/callers/authenticate.ts';
import { createPrincipalCache } from '#api/http/callers/principal-cache.ts';
import { unknownCallers } from '#api/http/callers/unknown-callers.ts';
import { systemClock } from '#adapters/system/system-ports.ts';

const CALLER = {
  keyId: 'key_1',
  userId: 'usr_1',
  scopes: [],
  plan: 'unlimited',
  planUntilMs: null,
  expiresAtMs: null,
  addresses: [],
  endUserId: null,
  isPartner: false,
  role: 'trader',
  confirmedAtMs: null,
} as const satisfies Caller;

const KEY = `tm_live_${'a'.repeat(43)}`;
const UNKNOWN_KEY = `tm_live_${'b'.repeat(43)}`;
const REQUESTS_MAX = 5;
const BUDGET = { requests: REQUESTS_MAX, windowMs: 60_000 };

function setUp() {
  const harness = { isHearing: true, lookUps: 0, isKeyThere: true };
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const principals = createPrincipalCache(() => harness.isHearing);
  const unknown = unknownCallers(BUDGET, { info: () => undefined });
  const makeKeys = () => ({
    async findPrincipal(secretHash: Uint8Array) {
      harness.lookUps += 1;
      const isThere = harness.isKeyThere && Buffer.from(secretHash).equals(hashOf(KEY));
      await held;
      return isThere ? CALLER : null;
    },
    findSession: () => Promise.resolve(null),
    touchKeys: () => Promise.resolve(),
    touchSessions: () => Promise.resolve(),
  });
  const clock = systemClock;
  const trustedProxies: readonly never[] = [];
  const baseUrl = 'https://tidemill.example';
  const names = { baseUrl, hostNames: [] };
  const deps = { principals, unknown, unknownCallers: BUDGET, trustedProxies, ...names };
  const lane = () => ({ ...deps, ports: { keys: makeKeys(), clock } });
  return { harness, principals, release: () => release(), lane };
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function requestWith(key: string): IncomingMessage {
  const headers = { authorization: `Bearer ${key}` };
  const rawHeaders = Object.entries(headers).flat();
  return { headers, rawHeaders, socket: { remoteAddress: '192.0.2.1' } } as never;
}

async function ask(lane: ReturnType<ReturnType<typeof setUp>['lane']>, key = KEY) {
  const identity = await authenticate(lane, requestWith(key));
  return isRefusal(identity) ? identity.code : identity.keyId;
}

test('requests at once share one look-up of their key, and none is refused', async () => {
  const { harness, release, lane } = setUp();
  const own = lane();
  const requested = Array.from({ length: 4 * REQUESTS_MAX }, () => ask(own));
  release();
  assert.deepEqual(new Set(await Promise.all(requested)), new Set(['key_1']));
  assert.equal(harness.lookUps, 1);
});

test('requests at once with an unknown key are counted each', async () => {
  const { harness, release, lane } = setUp();
  const own = lane();
  const requested = Array.from({ length: 4 * REQUESTS_MAX }, () => ask(own, UNKNOWN_KEY));
  release();
  const codes = await Promise.all(requested);
  assert.equal(codes.filter((code) => code === 'invalid_api_key').length, REQUESTS_MAX);
  assert.equal(codes.filter((code) => code === 'rate_limited').length, 3 * REQUESTS_MAX);
  assert.equal(harness.lookUps, 1);
});

test('a request after a revoke does not share what was looked up before it', async () => {
  const { harness, principals, release, lane } = setUp();
  const own = lane();
  const early = ask(own);
  harness.isKeyThere = false;
  principals.clear();
  const late = ask(own);
  release();
  assert.deepEqual(await Promise.all([early, late]), ['key_1', 'invalid_api_key']);
});

test('while revokes would not be heard, each request looks up its key', async () => {
  const { harness, release, lane } = setUp();
  harness.isHearing = false;
  const own = lane();
  const requested = [ask(own), ask(own)];
  release();
  await Promise.all(requested);
  assert.equal(harness.lookUps, 2);
});

test('connections that are reserved do not wait for a look-up over others', async () => {
  const { harness, release, lane } = setUp();
  const requested = [ask(lane()), ask(lane())];
  release();
  await Promise.all(requested);
  assert.equal(harness.lookUps, 2);
});
