import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openTracer } from '#adapters/tracing/open-tracer.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { traceWithin, traceWork } from '#venue-port/world/tracer.ts';
import type { TraceFields } from '#venue-port/world/tracer.ts';
import type { ReceivedSpan } from '../support/span-receiver.ts';
import { receiveSpans } from '../support/span-receiver.ts';

const OPTIONS = {
  serviceName: 'tidemill',
  version: '1.2.3',
  role: 'bots',
  sampler: 'parentbased_always_on',
  ratio: 1,
  everyMs: 60_000,
  onLost: (message: string): void => assert.fail(message),
} as const;

async function withTracer(
  change: Partial<Parameters<typeof openTracer>[0]>,
  work: (opened: Awaited<ReturnType<typeof openTracer>>) => Promise<void>,
): Promise<{ readonly spans: readonly ReceivedSpan[]; readonly text: string }> {
  const receiver = await receiveSpans();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url;
  process.env['OTEL_EXPORTER_OTLP_HEADERS'] = 'x-tenant=mine';
  try {
    const opened = await openTracer({ ...OPTIONS, ...change });
    await work(opened);
    await opened.close();
    for (const sent of receiver.headers) assert.equal(sent['x-tenant'], 'mine');
    return { spans: receiver.spans, text: Buffer.concat(receiver.bodies).toString('latin1') };
  } finally {
    await receiver.close();
  }
}

test('spans are below what is under way, and end with what failed', async () => {
  const { spans } = await withTracer({}, async ({ tracer }) => {
    assert.equal(tracer.carried(), null);
    await traceWork(tracer, { name: 'outer', kind: 'serves' }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([
        traceWork(tracer, { name: 'left', kind: 'requests' }, async () => undefined),
        traceWork(tracer, { name: 'right', kind: 'within' }, async () => {
          throw new Failure('timeout', 'the text of a secret');
        }).catch(() => undefined),
      ]);
    });
    await traceWithin(tracer, { name: 'poll', kind: 'requests' }, async (span) =>
      assert.equal(span, null, 'what runs by itself is not traced'),
    );
  });
  assert.deepEqual(
    spans.map(({ name, kind, hasFailed }) => [name, kind, hasFailed]),
    [
      ['left', 3, false],
      ['right', 1, true],
      ['outer', 2, false],
    ],
  );
  const [left, right, outer] = spans;
  assert.deepEqual([left?.parentId, right?.parentId], [outer?.spanId, outer?.spanId]);
  assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);
  assert.equal(right?.fields['error.type'], 'timeout');
  assert.equal(outer?.resource['service.name'], 'tidemill');
  assert.equal(outer?.resource['tidemill.role'], 'bots');
});

test('a trace goes on where its traceparent is read, not where it is none', async () => {
  let carried: string | null = null;
  const { spans } = await withTracer({}, async ({ tracer }) => {
    await traceWork(tracer, { name: 'sends', kind: 'requests' }, async () => {
      carried = tracer.carried();
    });
    const start = { name: 'takes', kind: 'consumes' } as const;
    await traceWork(tracer, { ...start, parent: carried }, async () => undefined);
    for (const parent of ['', 'tm_live_secret', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`])
      await traceWork(tracer, { ...start, parent }, async () => undefined);
  });
  const [sends, takes, ...others] = spans;
  assert.equal(carried, `00-${sends?.traceId}-${sends?.spanId}-01`);
  assert.deepEqual([takes?.traceId, takes?.parentId], [sends?.traceId, sends?.spanId]);
  assert.equal(others.length, 3);
  assert.ok(others.every(({ parentId }) => parentId === ''));
  assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 4);
});

test('what a caller did not sample is not sent, and neither is a ratio of 0', async () => {
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
  const { spans } = await withTracer({}, async ({ tracer }) => {
    await traceWork(tracer, { name: 'quiet', kind: 'serves', parent }, async () => {
      assert.equal(tracer.carried()?.endsWith('-00'), true, 'the next process hears of it');
    });
  });
  const none = await withTracer(
    { sampler: 'parentbased_traceidratio', ratio: 0 },
    async ({ tracer }) =>
      traceWork(tracer, { name: 'rare', kind: 'serves' }, async () => undefined),
  );
  assert.deepEqual([spans, none.spans], [[], []]);
});

test('no other field leaves, and no value that may be a secret', async () => {
  const planted = {
    'http.route': '/v1/orders/{order_id}',
    'tidemill.bot_id': 'tm_live_0123456789abcdef',
    'tidemill.account_id': 'a password with spaces',
    'db.operation.name': "SELECT 'secret'",
    'error.type': 'x'.repeat(500),
    secret: 'hunter2',
  } as TraceFields;
  const { spans, text } = await withTracer({}, async ({ tracer }) => {
    await traceWork(
      tracer,
      { name: "SELECT 'name of a user'", kind: 'requests', fields: planted },
      async () => undefined,
    );
  });
  assert.deepEqual(spans[0]?.fields, {
    'http.route': '/v1/orders/{order_id}',
    'tidemill.bot_id': 'withheld',
    'tidemill.account_id': 'withheld',
    'db.operation.name': 'withheld',
    'error.type': 'withheld',
  });
  assert.equal(spans[0].name, 'withheld');
  for (const secret of ['tm_live', 'password', 'SELECT', 'hunter2', 'xxxx'])
    assert.ok(!text.includes(secret), secret);
});

test('a collector that is away is said once, and closing does not fail', async () => {
  const heard: string[] = [];
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = 'http://127.0.0.1:9';
  const opened = await openTracer({ ...OPTIONS, onLost: (message) => heard.push(message) });
  await traceWork(opened.tracer, { name: 'lost', kind: 'serves' }, async () => undefined);
  await opened.close();
  assert.equal(heard.length, 1, heard.join('\n'));
  assert.ok((heard[0] ?? '').length <= 200);
});

test('what opens a process of the service loads nothing that traces while it is off', () => {
  const hooks = fileURLToPath(new URL('../support/noted-packages.ts', import.meta.url));
  const load = `await import('#main/run-role.ts'); await import('#main/serving/serve.ts');`;
  const words = ['--import', hooks, '--input-type=module', '--eval', load];
  const cwd = fileURLToPath(new URL('../../', import.meta.url));
  const packages = JSON.parse(
    execFileSync(process.execPath, words, { cwd }).toString(),
  ) as string[];
  assert.ok(packages.includes('pg'), 'packages are noted');
  const loaded = packages.filter((name) => name.startsWith('@opentelemetry/'));
  // By prom-client, which asks it for examples; alone it does nothing.
  assert.deepEqual(loaded, ['@opentelemetry/api']);
});
