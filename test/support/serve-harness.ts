// The API over an installation in memory whose bots run: for tests of what its user sees.

import assert from 'node:assert/strict';
import type { Scope } from '#domain/access/scope.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { TestService } from './test-service.ts';
import { AMPLE_BUDGETS, makeTestService } from './test-service.ts';

export type ServedHarness = {
  /** Asserts a response of 2xx, and returns its body. `body` undefined: GET. */
  call<Body>(userId: string, path: string, body?: object): Promise<Body>;
  /** Returns the detail of a refusal; null: a response of 2xx. */
  request(userId: string, method: Method, path: string, body?: object): Promise<string | null>;
  /** The service, with the stores and queues that the harness has not. */
  readonly service: TestService;
  close(): Promise<void>;
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const SCOPES: readonly Scope[] = [
  'read',
  'bots',
  'scripts',
  'labs',
  'accounts',
  'trading',
  'whitelabel',
  'partner',
];

type Services = EdgeDeps['services'];

/** `beside`: services that the edge is given beside those of the harness. */
export async function serveHarness(
  harness: BotHarness,
  beside: Partial<Services> = {},
): Promise<ServedHarness> {
  const { deps, runs, state, store, sim } = harness;
  const running = { clock: deps.clock, exchanges: deps.exchanges, botRuns: runs };
  const service = await makeTestService(
    ({ ports, services, ...edge }) => ({
      ...edge,
      ports: { ...ports, clock: deps.clock },
      services: {
        ...services,
        ...running,
        ...beside,
        hooks: store,
        reserve: { ...services.reserve, ...running },
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
  const send = async (userId: string, method: Method, path: string, body?: object) => {
    // Whoever reads events reads numbered ones.
    while ((await service.store.numberEvents(1_000)) > 0);
    return service.api.app.inject({
      method,
      url: `/v1/${path}`,
      headers: { authorization: `Bearer ${await keyOf(userId)}` },
      ...(body === undefined ? {} : { payload: body }),
    });
  };
  return {
    async call(userId, path, body) {
      const response = await send(userId, body === undefined ? 'GET' : 'POST', path, body);
      assert(response.statusCode < 300, `${path}: ${response.statusCode} ${response.body}`);
      return response.json();
    },
    async request(userId, method, path, body) {
      const response = await send(userId, method, path, body);
      if (response.statusCode < 300) return null;
      return response.json<{ readonly detail: string }>().detail;
    },
    service,
    close: () => service.close(),
  };
}
