import { createHash, createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { loadCcxtSigner } from '#venues/wire/ccxt-signer.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const NOW_MS = 1_700_000_000_123;
const KEYS = {
  apiKey: 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zv',
  secret: 'NhqPtmdSJYdKjVHj',
  passphrase: null,
};
const CALL = { access: 'private', section: 'private', lane: 'order', cost: 1 } as const;
const BINANCE_ORDER: VenueCall = {
  ...CALL,
  method: 'POST',
  path: 'order',
  parameters: {
    symbol: 'LTCBTC',
    side: 'BUY',
    type: 'LIMIT',
    quantity: '1',
    price: '0.1',
    newClientOrderId: 'a1',
  },
};

test('an order at Binance is signed as its documentation says', async () => {
  const signer = await loadCcxtSigner('binance', () => NOW_MS);
  const signed = signer.sign(BINANCE_ORDER, KEYS);
  assert(signed !== null);
  const [payload = '', signature] = (signed.body ?? '').split('&signature=');
  // SIGNED endpoints: HMAC SHA256 of the parameters as they are sent, in hex.
  assert.equal(signature, createHmac('sha256', KEYS.secret).update(payload).digest('hex'));
  assert.deepEqual(Object.fromEntries(new URLSearchParams(payload)), {
    ...BINANCE_ORDER.parameters,
    timestamp: String(NOW_MS),
    recvWindow: '5000',
  });
  assert.equal(signed.address, 'https://api.binance.com/api/v3/order');
  assert.equal(signed.method, 'POST');
  assert.deepEqual(signed.headers, {
    'X-MBX-APIKEY': KEYS.apiKey,
    'Content-Type': 'application/x-www-form-urlencoded',
  });
});

test('a look-up at Binance is signed in its address', async () => {
  const signer = await loadCcxtSigner('binance', () => NOW_MS);
  const parameters = { symbol: 'LTCBTC', origClientOrderId: 'a1' };
  const signed = signer.sign({ ...BINANCE_ORDER, method: 'GET', parameters }, KEYS);
  const [address = '', signature] = (signed?.address ?? '').split('&signature=');
  const [, payload = ''] = address.split('?');
  assert.equal(signature, createHmac('sha256', KEYS.secret).update(payload).digest('hex'));
  assert.equal(signed?.body, null);
});

/** Words of a request, and how they are written in it. */
const WORDS: readonly (readonly [string | number | boolean, string])[] = [
  ['BTCUSDT', 'BTCUSDT'],
  ['0.00000001', '0.00000001'],
  ['a_b-c.d~e', 'a_b-c.d~e'],
  [5, '5'],
  [1e-7, '1e-7'],
  [true, 'true'],
  ['', ''],
  ['a b&c=d', 'a%20b%26c%3Dd'],
  ["it's (so)!*", 'it%27s%20%28so%29%21%2A'],
  ['["A","B"]', '%5B%22A%22%2C%22B%22%5D'],
  ['\u00fc+/%\n', '%C3%BC%2B%2F%25%0A'],
];

for (const [word, written] of WORDS)
  test(`the word ${JSON.stringify(word)} is written and signed as "${written}"`, async () => {
    const binance = await loadCcxtSigner('binance', () => NOW_MS);
    const signed = binance.sign({ ...BINANCE_ORDER, method: 'GET', parameters: { word } }, KEYS);
    const payload = `timestamp=${NOW_MS}&word=${written}&recvWindow=5000`;
    const signature = createHmac('sha256', KEYS.secret).update(payload).digest('hex');
    const address = `https://api.binance.com/api/v3/order?${payload}&signature=${signature}`;
    assert.equal(signed?.address, address);

    // Bybit's queries are not quoted at all.
    const bybit = await loadCcxtSigner('bybit', () => NOW_MS);
    const call = {
      ...CALL,
      method: 'GET',
      path: 'v5/order/realtime',
      parameters: { word },
    } as const;
    const raw = `word=${String(word)}`;
    assert.equal(
      bybit.sign(call, KEYS)?.headers['X-BAPI-SIGN'],
      createHmac('sha256', KEYS.secret).update(`${NOW_MS}${KEYS.apiKey}5000${raw}`).digest('hex'),
    );
  });

test('a venue with a hash of 512 bits gets one', async () => {
  const secret = Buffer.from('a secret of Kraken').toString('base64');
  const signer = await loadCcxtSigner('kraken', () => NOW_MS);
  const call = {
    ...CALL,
    method: 'POST',
    path: 'AddOrder',
    parameters: { pair: 'XBTUSD' },
  } as const;
  const signed = signer.sign(call, { ...KEYS, secret });
  const body = `nonce=${NOW_MS}&pair=XBTUSD`;
  assert.equal(signed?.body, body);
  const digest = createHash('sha256').update(`${NOW_MS}${body}`).digest();
  const text = Buffer.concat([Buffer.from('/0/private/AddOrder'), digest]);
  const key = Buffer.from(secret, 'base64');
  const signature = createHmac('sha512', key).update(text).digest('base64');
  assert.equal(signed?.headers['API-Sign'], signature);
});

test('an Ed25519 key signs at Binance', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const signer = await loadCcxtSigner('binance', () => NOW_MS);
  const signed = signer.sign(BINANCE_ORDER, { ...KEYS, secret });
  const [payload = '', signature = ''] = (signed?.body ?? '').split('&signature=');
  const bytes = Buffer.from(decodeURIComponent(signature), 'base64');
  assert.equal(verify(null, Buffer.from(payload), publicKey, bytes), true);
});

test('an order at Bybit is signed as its documentation says, and names no broker', async () => {
  const signer = await loadCcxtSigner('bybit', () => NOW_MS);
  const parameters = {
    category: 'linear',
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.1',
    price: '9',
    orderLinkId: 'a1',
  };
  const signed = signer.sign(
    { ...CALL, method: 'POST', path: 'v5/order/create', parameters },
    KEYS,
  );
  assert(signed !== null);
  assert.deepEqual(JSON.parse(signed.body ?? ''), parameters);
  // Of a POST: timestamp + key + receive window + body.
  const payload = `${NOW_MS}${KEYS.apiKey}5000${signed.body ?? ''}`;
  assert.deepEqual(signed.headers, {
    'Content-Type': 'application/json',
    'X-BAPI-API-KEY': KEYS.apiKey,
    'X-BAPI-TIMESTAMP': String(NOW_MS),
    'X-BAPI-RECV-WINDOW': '5000',
    'X-BAPI-SIGN': createHmac('sha256', KEYS.secret).update(payload).digest('hex'),
  });
  assert.equal(signed.address, 'https://api.bybit.com/v5/order/create');
});

test('a look-up at Bybit is signed over its query', async () => {
  const signer = await loadCcxtSigner('bybit', () => NOW_MS);
  const parameters = { category: 'spot', orderLinkId: 'a1' };
  const signed = signer.sign(
    { ...CALL, method: 'GET', path: 'v5/order/realtime', parameters },
    KEYS,
  );
  const payload = `${NOW_MS}${KEYS.apiKey}5000category=spot&orderLinkId=a1`;
  const signature = createHmac('sha256', KEYS.secret).update(payload).digest('hex');
  assert.equal(signed?.headers['X-BAPI-SIGN'], signature);
  assert.equal(
    signed.address,
    'https://api.bybit.com/v5/order/realtime?category=spot&orderLinkId=a1',
  );
});

test('a public call holds no key, also after a private one', async () => {
  const signer = await loadCcxtSigner('binance', () => NOW_MS);
  signer.sign(BINANCE_ORDER, KEYS);
  const call = { ...BINANCE_ORDER, access: 'public', section: 'public', method: 'GET' } as const;
  const signed = signer.sign({ ...call, path: 'time', parameters: {} }, null);
  assert.deepEqual(signed, {
    method: 'GET',
    address: 'https://api.binance.com/api/v3/time',
    headers: {},
    body: null,
  });
});

test('an order without a name is not signed: ccxt would give it one of its broker', async () => {
  const signer = await loadCcxtSigner('binance', () => NOW_MS);
  const parameters = { symbol: 'LTCBTC', side: 'BUY', type: 'MARKET', quantity: '1' };
  assert.equal(signer.sign({ ...BINANCE_ORDER, parameters }, KEYS), null);
});

test('credentials that cannot sign give nothing, and no message', async () => {
  const signer = await loadCcxtSigner('binance', () => NOW_MS);
  const secret = 'PRIVATE KEY, but none that can be read';
  assert.equal(signer.sign(BINANCE_ORDER, { ...KEYS, secret }), null);
  assert.equal(signer.sign(BINANCE_ORDER, null), null);
});

const OKX_KEYS = { ...KEYS, passphrase: 'a phrase' };
const OKX_ORDER: VenueCall = {
  ...CALL,
  method: 'POST',
  path: 'trade/order',
  parameters: { instId: 'BTC-USDT', clOrdId: 'a1' },
  expiryHeader: 'expTime',
};

test('an order at OKX is signed as its documentation says, and ends by its header', async () => {
  const signer = await loadCcxtSigner('okx', () => NOW_MS);
  const signed = signer.sign(OKX_ORDER, OKX_KEYS);
  const at = '2023-11-14T22:13:20.123Z';
  const body = '{"instId":"BTC-USDT","clOrdId":"a1"}';
  // timestamp + method + path + body, as HMAC SHA256 in base64.
  const text = `${at}POST/api/v5/trade/order${body}`;
  assert.deepEqual(signed, {
    method: 'POST',
    address: 'https://www.okx.com/api/v5/trade/order',
    body,
    headers: {
      'OK-ACCESS-KEY': KEYS.apiKey,
      'OK-ACCESS-PASSPHRASE': 'a phrase',
      'OK-ACCESS-TIMESTAMP': at,
      'OK-ACCESS-SIGN': createHmac('sha256', KEYS.secret).update(text).digest('base64'),
      'Content-Type': 'application/json',
      expTime: String(NOW_MS + 5_000),
    },
  });
  assert.equal(signer.sign(OKX_ORDER, KEYS), null);
});

test('a request of KuCoin is signed as documented, for keys of the third version', async () => {
  const signer = await loadCcxtSigner('kucoin', () => NOW_MS);
  const base64 = (text: string): string =>
    createHmac('sha256', KEYS.secret).update(text).digest('base64');
  const signed = signer.sign(
    {
      ...CALL,
      method: 'DELETE',
      path: 'hf/orders/client-order/{clientOid}',
      parameters: { clientOid: 'ord0_-9', symbol: 'BTC-USDT' },
      headers: { 'KC-API-KEY-VERSION': '3' },
    },
    OKX_KEYS,
  );
  const path = '/api/v1/hf/orders/client-order/ord0_-9?symbol=BTC-USDT';
  assert.deepEqual(signed, {
    method: 'DELETE',
    address: `https://api.kucoin.com${path}`,
    body: null,
    headers: {
      'KC-API-KEY': KEYS.apiKey,
      'KC-API-KEY-VERSION': '3',
      'KC-API-PASSPHRASE': base64('a phrase'),
      'KC-API-TIMESTAMP': String(NOW_MS),
      'KC-API-SIGN': base64(`${NOW_MS}DELETE${path}`),
    },
  });
});

test('a request of the test net of OKX is marked by a header, and no other one is', async () => {
  const markOf = async (isTestNet: boolean): Promise<readonly unknown[]> => {
    const signer = await loadCcxtSigner('okx', () => NOW_MS, isTestNet);
    const open: VenueCall = { ...OKX_ORDER, access: 'public', section: 'public', method: 'GET' };
    return [signer.sign(OKX_ORDER, OKX_KEYS), signer.sign(open, null)].map(
      (signed) => signed?.headers['x-simulated-trading'],
    );
  };
  assert.deepEqual(await markOf(true), ['1', '1']);
  assert.deepEqual(await markOf(false), [undefined, undefined]);
});

const KRAKEN_KEYS = { ...KEYS, secret: Buffer.from('a secret').toString('base64') };
const KRAKEN_ORDER: VenueCall = {
  ...CALL,
  method: 'POST',
  section: 'private',
  path: 'AddOrder',
  parameters: { pair: 'XBTUSDT', volume: '0.01' },
  expiryParameter: 'deadline',
  isNumbered: true,
};

test('an order at Kraken is signed as documented, and ends by its deadline', async () => {
  const signer = await loadCcxtSigner('kraken', () => NOW_MS);
  const signed = signer.sign(KRAKEN_ORDER, KRAKEN_KEYS);
  const nonce = String(NOW_MS * 1_000);
  const deadline = encodeURIComponent(new Date(NOW_MS + 5_000).toISOString());
  const body = `nonce=${nonce}&pair=XBTUSDT&volume=0.01&deadline=${deadline}`;
  // The path, then SHA256 of number and body, as HMAC SHA512 in base64.
  const hash = createHash('sha256').update(`${nonce}${body}`).digest();
  const sign = createHmac('sha512', 'a secret').update('/0/private/AddOrder').update(hash);
  assert.deepEqual(signed, {
    method: 'POST',
    address: 'https://api.kraken.com/0/private/AddOrder',
    body,
    headers: {
      'API-Key': KEYS.apiKey,
      'API-Sign': sign.digest('base64'),
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  });
});

const NEW_COINBASE_ORDER: VenueCall = {
  ...CALL,
  section: 'v3.private',
  method: 'POST',
  path: 'brokerage/orders',
  parameters: {
    client_order_id: 'a1',
    order_configuration: { market_market_ioc: { base_size: '1' } },
  },
  expiresByToken: true,
};
const CURVE_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const EDWARDS_KEY = generateKeyPairSync('ed25519');
const SEED = Buffer.from(EDWARDS_KEY.privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
const SEED_AND_POINT = Buffer.concat([SEED, Buffer.alloc(32)]);
const PEM = CURVE_KEY.privateKey.export({ type: 'sec1', format: 'pem' });

/** The form of a secret of Coinbase, the secret, and the key that it belongs to. */
const COINBASE_SECRETS = [
  ['an elliptic curve', PEM, CURVE_KEY],
  ['one in a line', PEM.replaceAll('\n', '\\n'), CURVE_KEY],
  ['one in PKCS 8', CURVE_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }), CURVE_KEY],
  ['Ed25519', SEED_AND_POINT.toString('base64'), EDWARDS_KEY],
  ['a seed of Ed25519', SEED.toString('base64'), EDWARDS_KEY],
] as const;

for (const [form, secret, { publicKey }] of COINBASE_SECRETS)
  test(`an order at Coinbase has a token by ${form}, and ends with it`, async () => {
    const signer = await loadCcxtSigner('coinbase', () => NOW_MS);
    const signed = signer.sign(NEW_COINBASE_ORDER, { ...KEYS, secret });
    assert(signed !== null);
    assert.equal(signed.address, 'https://api.coinbase.com/api/v3/brokerage/orders');
    assert.equal(signed.body, JSON.stringify(NEW_COINBASE_ORDER.parameters));
    const { Authorization: bearer = '', ...others } = signed.headers;
    assert.deepEqual(others, { 'Content-Type': 'application/json' });
    const [header = '', claims = '', signature = ''] = bearer.replace(/^Bearer /, '').split('.');
    const isEdwards = publicKey === EDWARDS_KEY.publicKey;
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    const text = Buffer.from(`${header}.${claims}`);
    const bytes = Buffer.from(signature, 'base64url');
    assert(verify(isEdwards ? null : 'sha256', text, key, bytes));
    const { nonce, ...head } = decoded(header);
    assert.match(String(nonce), /^[0-9a-f]{32}$/);
    assert.deepEqual(head, { alg: isEdwards ? 'EdDSA' : 'ES256', typ: 'JWT', kid: KEYS.apiKey });
    const endsAt = Math.floor((NOW_MS + 5_000) / 1_000);
    assert.deepEqual(decoded(claims), {
      iss: 'cdp',
      sub: KEYS.apiKey,
      nbf: endsAt - 120,
      exp: endsAt,
      uri: 'POST api.coinbase.com/api/v3/brokerage/orders',
    });
  });

test('a read request to Coinbase has a token that lasts, without its query', async () => {
  const signer = await loadCcxtSigner('coinbase', () => NOW_MS);
  const parameters = {
    order_id: 'o-1',
    product_ids: ['A-B', 'C-D'],
    start_date: '2023-01-01T00:00:00Z',
  };
  const { expiresByToken: _, ...call } = NEW_COINBASE_ORDER;
  const look = { ...call, method: 'GET', path: 'brokerage/orders/{order_id}', parameters } as const;
  const signed = signer.sign(look, { ...KEYS, secret: PEM });
  const path = '/api/v3/brokerage/orders/o-1';
  const query = 'product_ids=A-B&product_ids=C-D&start_date=2023-01-01T00%3A00%3A00Z';
  assert.equal(signed?.address, `https://api.coinbase.com${path}?${query}`);
  const { uri, exp } = decoded(signed.headers['Authorization']?.split('.')[1] ?? '');
  assert.deepEqual([uri, exp], [`GET api.coinbase.com${path}`, Math.floor(NOW_MS / 1_000) + 110]);
});

test('what is no key of Coinbase signs nothing', async () => {
  const signer = await loadCcxtSigner('coinbase', () => NOW_MS);
  const label = 'EC PRIVATE KEY';
  for (const secret of [`-----BEGIN ${label}-----`, 'AAAA=', 'A'.repeat(88)])
    assert.equal(signer.sign(NEW_COINBASE_ORDER, { ...KEYS, secret }), null);
});

function decoded(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}

test('numbers of requests rise, also while the clock stands or is set back', async () => {
  let nowMs = NOW_MS;
  const signer = await loadCcxtSigner('kraken', () => nowMs);
  const number = (): bigint => {
    const body = signer.sign(KRAKEN_ORDER, KRAKEN_KEYS)?.body ?? '';
    return BigInt(new URLSearchParams(body).get('nonce') ?? '');
  };
  const first = number();
  assert.equal(number(), first + 1n);
  nowMs -= 60_000;
  assert.equal(number(), first + 2n);
  nowMs += 120_000;
  assert.equal(number(), BigInt(nowMs) * 1_000n);
});
