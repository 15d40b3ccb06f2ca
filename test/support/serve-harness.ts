// The API over an installation in memory whose bots run: for tests of what its user sees.

import assert from 'node:assert/strict';
import type { Scope } from '#domain/access/scope.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { AMPLE_BUDGETS, makeTestService } from './test-service.ts';

export type ServedHarness = {
  /** Asserts a response of 2xx, and returns its body. `body` undefined: GET. */
  call<Body>(userId: string, path: string, body?: object | string): Promise<Body>;
  close(): Promise<void>;
};

const SCOPES: readonly Scope[] = ['read', 'bots', 'accounts', 'trading', 'partner'];

export async function serveHarness(harness: BotHarness): Promise<ServedHarness> {
  const { deps, runs, state, store, sim } = harness;
  const service = await makeTestService(
    (edge) => ({
      ...edge,
      ports: { ...edge.ports, clock: deps.clock },
      services: {
        ...edge.services,
        clock: deps.clock,
        exchanges: deps.exchanges,
        botRuns: runs,
        hooks: store,
      },
    }),
    AMPLE_BUDGETS,
    null,
    state,
  );
  service.clock.advance(sim.nowMs() - service.clock.nowMs());
  const keys = new Map<string, string>();
  const keyOf = async (userId: string): Promise<string> => {
    const key = keys.get(userId) ?? (await service.makeKey(SCOPES, userId));
    keys.set(userId, key);
    return key;
  };
  return {
    async call(userId, path, body) {
      // Whoever reads events reads numbered ones.
      while ((await service.store.numberEvents(1_000)) > 0);
      const response = await service.api.app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url: path.startsWith('/') ? path : `/v1/${path}`,
        headers: {
          authorization: `Bearer ${await keyOf(userId)}`,
          ...(typeof body === 'string' ? { 'content-type': 'text/plain' } : {}),
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      assert(response.statusCode < 300, `${path}: ${response.statusCode} ${response.body}`);
      return response.json();
    },
    close: () => service.close(),
  };
}
