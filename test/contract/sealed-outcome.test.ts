// An operation whose response holds a secret: a retry gets the same response, and what is retained
// for it says nothing without the master key.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import type { Completion } from '#ports/stores/idempotency-store.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { created } from '#api/http/responses/api-response.ts';
import { createEdge } from '#api/http/create-edge.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { defineOperation } from '#api/http/operation.ts';
import { makeTestService, closeAfter } from '../support/test-service.ts';

const SECRET = 'a-secret-that-must-not-be-readable';
const SHAPE = {
  method: 'POST',
  tag: 'Orders',
  summary: 'Make a secret',
  description: 'Returns a secret.',
  scope: 'trading',
  tier: 'writes',
  params: {},
  query: {},
  body: Type.Object({}),
  success: {
    status: 201,
    description: 'Made.',
    schema: Type.Object({ secret: Type.String() }),
  },
  errors: [],
  isAddition: true,
} as const;
const responseOf = (secret: string) => created({ secret }, '/v1/secrets/1');

/** Two ways to keep an outcome: by the edge, and by the service together with its effect. */
const OPERATIONS = [
  defineOperation({
    ...SHAPE,
    path: '/v1/by-edge',
    operationId: 'byEdge',
    sealOutcome: true,
    handle: async () => responseOf(SECRET),
  }),
  defineOperation({
    ...SHAPE,
    path: '/v1/by-service',
    operationId: 'byService',
    sealOutcome: true,
    async handle(deps, call) {
      const slot = call.slotFor(responseOf);
      assert.ok(slot !== null);
      const { recordId, ownerId } = slot;
      await deps.idempotency.complete({ recordId, ownerId, outcome: slot.encode(SECRET) });
      return responseOf(SECRET);
    },
  }),
  defineOperation({
    ...SHAPE,
    path: '/v1/unsealed',
    operationId: 'unsealed',
    handle: async () => responseOf(SECRET),
  }),
];

async function setUp(t: { after(end: () => Promise<void>): void }, readingKey = 9) {
  const retained: Completion[] = [];
  const edges: EdgeDeps[] = [];
  const service = await makeTestService((deps) => {
    const idempotency = {
      ...deps.ports.idempotency,
      complete(completion: Completion) {
        retained.push(completion);
        return deps.services.idempotency.complete(completion);
      },
    };
    const secrets = { ...deps.ports.secrets, open: keyOf(readingKey).open };
    const ports = { ...deps.ports, idempotency, secrets };
    const changed = { ...deps, ports, services: { ...deps.services, idempotency } };
    edges.push(changed);
    return changed;
  });
  const [deps] = edges;
  assert.ok(deps !== undefined);
  const edge = await createEdge(deps, OPERATIONS, () => []);
  closeAfter(t, service);
  t.after(() => edge.close());
  const key = await service.makeKey([]);
  const send = (url: string) =>
    edge.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'one' },
      payload: {},
    });
  return { send, retained, service };
}

function keyOf(fill: number) {
  const secrets = systemSecrets(new Uint8Array(32).fill(fill));
  return { open: (sealed: Uint8Array, context: string) => secrets.open(sealed, context) };
}

for (const url of ['/v1/by-edge', '/v1/by-service']) {
  test(`${url}: the same response again, and no secret in what the store was given`, async (t) => {
    const { send, retained } = await setUp(t);
    const first = await send(url);
    const second = await send(url);
    assert.deepEqual(first.json(), { secret: SECRET });
    assert.equal(second.body, first.body);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.equal(retained.length, 1);
    for (const { outcome } of retained) {
      const bytes = Buffer.from(outcome);
      for (const encoding of ['utf8', 'base64', 'hex'] as const) {
        assert.equal(bytes.includes(Buffer.from(SECRET).toString(encoding)), false);
      }
    }
  });
}

test('without the mark an outcome is retained as it is', async (t) => {
  const { send, retained } = await setUp(t);
  await send('/v1/unsealed');
  assert.ok(Buffer.from(retained[0]?.outcome ?? []).includes(SECRET));
});

test('what was retained opens for its own record only', async (t) => {
  const { send, retained } = await setUp(t);
  await send('/v1/by-edge');
  const [{ recordId, outcome } = { recordId: '', outcome: new Uint8Array() }] = retained;
  const { open } = keyOf(9);
  assert.notEqual(open(outcome.subarray(1), recordId), null);
  assert.equal(open(outcome.subarray(1), 'idm_another'), null);
});

test('what cannot be opened gets a 500, and ends nothing', async (t) => {
  const { send, service } = await setUp(t, 8);
  assert.equal((await send('/v1/by-edge')).statusCode, 201);
  const replay = await send('/v1/by-edge');
  assert.equal(replay.statusCode, 500);
  assert.equal(replay.body.includes(SECRET), false);
  assert.equal(service.defects().length, 1);
});
