// Requests of the console for the markets of an exchange that does not respond.

import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type { QueryClient } from '@tanstack/react-query';
import { QueryObserver } from '@tanstack/react-query';

const SDK = new URL('../../sdk/src/tidemill-client.ts', import.meta.url).href;
// The console's build finds the client by this name.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === '@tidemill/client' ? SDK : specifier, context),
});
/** By the types of the console's own build, which this one does not read. */
async function load(path: string): Promise<unknown> {
  return import(new URL(`../../console/src/${path}`, import.meta.url).href);
}
type QueryOptions = {
  readonly queryKey: readonly string[];
  readonly queryFn: () => Promise<unknown>;
  readonly staleTime: number;
  readonly refetchInterval: (query: { state: { status: string } }) => number | false;
};
const { makeClient } = (await load('app/client.ts')) as { makeClient: () => QueryClient };
const { marketsQuery } = (await load('api/queries.ts')) as {
  marketsQuery: (exchange: string) => QueryOptions;
};

const PROBLEM = {
  type: 'about:blank',
  title: 'The exchange does not respond',
  status: 503,
  detail: 'The exchange does not respond.',
  code: 'temporarily_unavailable',
};

test('the markets of an exchange that fails are requested once, whatever opens them', async (t) => {
  const requested: string[] = [];
  t.mock.method(globalThis, 'fetch', async (request: string | URL | Request) => {
    requested.push(
      new URL(String(request instanceof Request ? request.url : request), 'http://a').search,
    );
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' };
    return new Response(JSON.stringify(PROBLEM), { status: 503, headers });
  });
  const client = makeClient();
  client.mount();
  t.after(() => {
    client.clear();
    client.unmount();
  });
  for (let opened = 0; opened < 5; opened += 1) {
    const observer = new QueryObserver(client, marketsQuery('dead'));
    const { promise, resolve } = Promise.withResolvers<void>();
    const close = observer.subscribe(({ status }) => {
      if (status === 'error') resolve();
    });
    if (observer.getCurrentResult().status === 'error') resolve();
    await promise;
    close();
  }
  assert.equal(requested.length, 1);
  assert.match(requested[0] ?? '', /exchange=dead/);
});

test('one that fails is requested again each minute, and one that does not is not', () => {
  const { refetchInterval, staleTime } = marketsQuery('one');
  const of = (status: string) => refetchInterval({ state: { status } });
  assert.deepEqual([of('error'), of('success'), of('pending')], [60_000, false, false]);
  assert.equal(staleTime, 300_000);
});
