// Pages that need no key: health, figures, the document, the reference and what browsers ask for.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { assertProblem, assertSharedHeaders } from '../support/assert-problem.ts';
import { closeAfter, makeTestService } from '../support/test-service.ts';

type Ending = { after(end: () => Promise<void>): void };

async function setUp(t: Ending, ...parameters: Parameters<typeof makeTestService>) {
  const service = await makeTestService(...parameters);
  closeAfter(t, service);
  return { service, key: await service.makeKey([]) };
}

test('pages without a key: health, figures, document, reference, errors', async (t) => {
  const { service } = await setUp(t);
  const pages = [
    ['/healthz', 'application/json; charset=utf-8', 'no-store'],
    ['/readyz', 'application/json; charset=utf-8', 'no-store'],
    ['/metrics', 'text/plain; version=0.0.4; charset=utf-8', 'no-store'],
    ['/openapi.json', 'application/json; charset=utf-8', 'no-cache'],
    ['/docs', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/orders', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/white-label', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/shapes', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/shapes/PlaceOrder', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/search.json', 'application/json; charset=utf-8', 'no-cache'],
    ['/docs/commands', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/commands.md', 'text/markdown; charset=utf-8', 'no-cache'],
    ['/docs/pine', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/pine.md', 'text/markdown; charset=utf-8', 'no-cache'],
    ['/errors', 'text/html; charset=utf-8', 'no-cache'],
    ['/errors/rate_limited', 'text/html; charset=utf-8', 'no-cache'],
  ] as const;
  for (const [url, type, cacheControl] of pages) {
    const response = await service.api.app.inject({ method: 'GET', url });
    assert.equal(response.statusCode, 200, url);
    assert.equal(response.headers['content-type'], type);
    assertSharedHeaders(response, false, cacheControl);
    const posted = await service.api.app.inject({ method: 'POST', url });
    assertProblem(posted, 'method_not_allowed', false);
  }
});

test('documents are compressed as asked, and not sent again to who has them', async (t) => {
  const { service } = await setUp(t);
  const { app } = service.api;
  const urls = ['/openapi.json', '/docs', '/docs/orders', '/docs/commands', '/docs/commands.md'];
  for (const url of urls) {
    const plain = await app.inject({ method: 'GET', url });
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(plain.headers.vary, 'Accept-Encoding');
    const modern = { 'accept-encoding': 'gzip;q=0.8, br' };
    const smallest = await app.inject({ method: 'GET', url, headers: modern });
    assert.equal(smallest.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(smallest.rawPayload).toString('utf8'), plain.body);
    const headers = { 'accept-encoding': 'br;q=0.5, gzip;q=0.8' };
    const packed = await app.inject({ method: 'GET', url, headers });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.equal(packed.headers['content-length'], String(packed.rawPayload.length));
    assert.equal(gunzipSync(packed.rawPayload).toString('utf8'), plain.body);
    assert(packed.rawPayload.length * 3 < plain.rawPayload.length, url);
    assert(smallest.rawPayload.length < packed.rawPayload.length, url);
    const refused = { 'accept-encoding': 'gzip;q=0, br;q=0, identity' };
    const unpacked = await app.inject({ method: 'GET', url, headers: refused });
    assert.equal(unpacked.body, plain.body);

    const tag = String(plain.headers.etag);
    assert.match(tag, /^W\/"[\w-]+"$/);
    assert.deepEqual([packed.headers.etag, smallest.headers.etag], [tag, tag]);
    for (const known of [tag, `"other", ${tag}`, '*']) {
      const again = await app.inject({ method: 'GET', url, headers: { 'if-none-match': known } });
      assert.equal(again.statusCode, 304, known);
      assert.equal(again.body, '');
      assert.equal(again.headers.etag, tag);
    }
    const changed = await app.inject({ method: 'GET', url, headers: { 'if-none-match': '"x"' } });
    assert.equal(changed.statusCode, 200);
  }
});

test('the address shows a browser a page that leads on, a program the same as JSON', async (t) => {
  const { service, key } = await setUp(t);
  const { app } = service.api;
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const page = await app.inject({ method: 'GET', url: '/', headers: { accept } });
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.equal(page.headers.vary, 'Accept');
  assertSharedHeaders(page, false);
  const links = [...page.body.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
  assert.ok(links.includes('/docs') && links.includes('/docs/commands'));
  for (const path of links) assert.equal((await app.inject(path)).statusCode, 200, path);
  assert.ok(!page.body.includes(key) && !page.body.includes(service.ownAccountId));
  const plain = await app.inject({ method: 'GET', url: '/' });
  const { docs, status, version } = plain.json<Readonly<Record<string, string>>>();
  const document = 'http://tidemill.test/docs';
  assert.deepEqual([docs, status, version], [document, 'ready', '0.0.0']);
});

test('examples of the reference use what it says how to set, no rare program', async (t) => {
  const { service } = await setUp(t);
  const { body } = await service.api.app.inject('/docs');
  assert.match(body, /export TIDEMILL_KEY=tm_live_/);
  const orders = await service.api.app.inject('/docs/orders');
  assert.match(orders.body, /\$TIDEMILL_KEY/);
  assert.doesNotMatch(orders.body, /uuidgen/);
  const limited = await service.api.app.inject('/errors/rate_limited');
  assert.match(limited.body, /TIDEMILL_RATE_LIMITS/);
});

test('what a browser asks for by itself needs no key', async (t) => {
  const { service } = await setUp(t);
  const { app } = service.api;
  const docs = await app.inject('/docs/');
  assert.deepEqual([docs.statusCode, docs.headers.location], [302, '/docs']);
  assert.equal((await app.inject('/favicon.ico')).statusCode, 204);
  assert.match((await app.inject('/robots.txt')).body, /^User-agent: \*\nDisallow: \/\n$/);
});

test('a mistyped address shows a browser a page, and gives a program a problem', async (t) => {
  const files = { page: '<p>the console</p>', assets: new Map(), reportFrame: () => '' };
  const { service } = await setUp(t, undefined, undefined, files);
  const ask = (url: string, accept: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    service.api.app.inject({ method, url, headers: { accept } });
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const urls = [
    '/bot',
    '/bots/bot_1/orders/2',
    '/docs/nothing',
    '/errors/nothing',
    '/assets/old.js',
  ];
  for (const url of urls) {
    const page = await ask(url, browser);
    assert.deepEqual([page.statusCode, page.body], [404, '<p>the console</p>'], url);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.match(String(page.headers['content-security-policy']), /script-src 'self'/);
    assert.equal(page.headers.vary, 'Accept');
    assert.equal((await ask(url, browser, 'HEAD')).statusCode, 404);
  }
  for (const accept of ['application/json', '*/*'])
    assertProblem(await ask('/bot', accept), 'unauthorized', false);
  assertProblem(await ask('/errors/nothing', '*/*'), 'not_found', false);
  assertProblem(await ask('/v1/bot', browser), 'unauthorized', false);
  assertProblem(await ask('/bot', browser, 'POST'), 'unauthorized', false);
});

test('the address of a service that is not ready says so', async (t) => {
  const { service } = await setUp(t, (deps) => ({ ...deps, isReady: async () => false }));
  const { statusCode, body } = await service.api.app.inject('/');
  assert.equal(statusCode, 200);
  assert.equal((JSON.parse(body) as { readonly status: string }).status, 'not_ready');
});
