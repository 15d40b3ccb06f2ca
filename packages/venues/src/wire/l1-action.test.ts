import { test } from 'node:test';
import assert from 'node:assert/strict';
import { loadCcxtSigner } from '#venues/wire/ccxt-signer.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const NOW_MS = 1_700_000_000_123;
const ACCOUNT = '0x5e9ee1089755c3435139848e47e6635505d5a13a';
const KEYS = { apiKey: ACCOUNT, secret: `0x${'0123'.repeat(16)}`, passphrase: null };
const WALLET = '0x17b1ef4ab21e478e683abf44d326d93f69f3ee1d';

const ACTION: VenueCall = {
  access: 'private',
  section: 'private',
  method: 'POST',
  path: 'exchange',
  lane: 'order',
  cost: 1,
  isAction: true,
  parameters: { type: 'cancel', cancels: [{ a: 5, o: 91_490_942 }] },
};
const QUESTION: VenueCall = {
  access: 'private',
  section: 'public',
  method: 'POST',
  path: 'info',
  lane: 'lookup',
  cost: 2,
  parameters: { type: 'orderStatus', oid: 91_490_942 },
};

type Body = Readonly<Record<string, unknown>> & { readonly nonce: number };

function bodyOf(signed: { readonly body: string | null } | null): Body {
  return JSON.parse(signed?.body ?? '{}') as Body;
}

test('an action at Hyperliquid is signed as a whole, with its number and its end', async () => {
  const signer = await loadCcxtSigner('hyperliquid', () => NOW_MS);
  const signed = signer.sign(ACTION, KEYS);
  assert.deepEqual(
    [signed?.method, signed?.address],
    ['POST', 'https://api.hyperliquid.xyz/exchange'],
  );
  assert.deepEqual(signed?.headers, { 'Content-Type': 'application/json' });
  // Who signed it is recovered at the loopback venue.
  const { signature, ...rest } = bodyOf(signed);
  assert.deepEqual(Object.keys(signature as object), ['r', 's', 'v']);
  assert.deepEqual(rest, {
    action: ACTION.parameters,
    nonce: NOW_MS,
    expiresAfter: NOW_MS + 5_000,
  });
});

test('an id above 2^53 is signed and sent with all of its digits', async () => {
  const signer = await loadCcxtSigner('hyperliquid', () => NOW_MS);
  const withId = (oid: bigint): VenueCall => ({
    ...ACTION,
    parameters: { type: 'cancel', cancels: [{ a: 5, o: oid }] },
  });
  const bodies = [8_389_765_998_331_627_938n, 8_389_765_998_331_627_939n].map(
    (oid) => signer.sign(withId(oid), KEYS)?.body ?? '',
  );
  assert.match(bodies[0] ?? '', /"o":8389765998331627938[,}]/);
  assert.match(bodies[1] ?? '', /"o":8389765998331627939[,}]/);
  const [one, other] = bodies.map((body) => bodyOf({ body })['signature']);
  assert.notDeepEqual(one, other);
  const question = {
    ...QUESTION,
    parameters: { type: 'orderStatus', oid: 8_389_765_998_331_627_938n },
  };
  assert.match(signer.sign(question, KEYS)?.body ?? '', /"oid":8389765998331627938[,}]/);
});

test('numbers of actions rise, also while the clock stands or is set back', async () => {
  let nowMs = NOW_MS;
  const signer = await loadCcxtSigner('hyperliquid', () => nowMs);
  const numberAt = (atMs: number): number => {
    nowMs = atMs;
    return bodyOf(signer.sign(ACTION, KEYS)).nonce - NOW_MS;
  };
  assert.deepEqual(
    [0, 0, -1_000, 2_000].map((ms) => numberAt(NOW_MS + ms)),
    [0, 1, 2, 2_000],
  );
});

test('a question names the account, or the wallet that signs for it, alone', async () => {
  const signer = await loadCcxtSigner('hyperliquid', () => NOW_MS);
  const keys = { ...KEYS, apiKey: ` ${ACCOUNT.replace('5e9ee', '5E9EE')}\n` };
  assert.deepEqual(bodyOf(signer.sign(QUESTION, keys)), { ...QUESTION.parameters, user: ACCOUNT });
  assert.deepEqual(bodyOf(signer.sign({ ...QUESTION, userIs: 'signer' }, keys)), {
    ...QUESTION.parameters,
    user: WALLET,
  });
  assert.deepEqual(
    bodyOf(signer.sign({ ...QUESTION, access: 'public' }, null)),
    QUESTION.parameters,
  );
});

test('a private key is one with and without its prefix, and in either case', async () => {
  const signer = await loadCcxtSigner('hyperliquid', () => NOW_MS);
  const walletOf = (secret: string): unknown =>
    bodyOf(signer.sign({ ...QUESTION, userIs: 'signer' }, { ...KEYS, secret }))['user'];
  const plain = 'ab'.repeat(32);
  const wallets = [plain, `0x${plain}`, plain.toUpperCase(), ` ${plain} `].map(walletOf);
  assert.match(String(wallets[0]), /^0x[0-9a-f]{40}$/);
  assert.equal(new Set(wallets).size, 1);
});

test('what is no address or no private key signs nothing, and no message says why', async () => {
  const signer = await loadCcxtSigner('hyperliquid', () => NOW_MS);
  for (const wrong of [
    { apiKey: 'a-key' },
    { apiKey: ACCOUNT.slice(0, -1) },
    { secret: '' },
    { secret: 'a secret' },
    { secret: `${KEYS.secret}0` },
    // Is none of a wallet.
    { secret: '0'.repeat(64) },
  ])
    assert.equal(signer.sign(ACTION, { ...KEYS, ...wrong }), null);
});
