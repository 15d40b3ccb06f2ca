// Responses of a thread about runs that it holds, has lost, or cannot take in.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { present } from '#lib/assert.ts';
import { sliceColumns } from '#domain/candle/candle-columns.ts';
import { botHarness, EACH_MINUTE, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import { readLiveSetup } from '#services/live/state/live-setup.ts';
import { openWindow } from '#services/live/state/market-window.ts';
import { runHost } from '#services/live/run/run-host.ts';
import type { LoadRequest, RunReply, RunRequest } from '#services/live/state/run-messages.ts';
import { findMarket } from '#services/markets/find-market.ts';

/** A bot that has run for so many minutes, and the requests that load its run. */
async function stored(source: string, minutes: number) {
  const harness = await botHarness();
  const bot = await harness.start(source);
  await harness.passMinutes(minutes, [harness.runner()]);
  const { botId, activation } = bot;
  const record = present(await harness.runs.findRun(botId, activation), 'it has run');
  const exchange = present(harness.deps.exchanges.find('sim'), 'it is there');
  const { startMs, marketTags } = readLiveSetup(record);
  const market = present(await findMarket(exchange, marketTags[0] ?? ''), 'it is there');
  const opened = await openWindow(harness.deps, [market], {
    startMs,
    rowsCut: 0,
    seenCorrection: 0,
  });
  assert.ok(opened.ok);
  const { key: windowKey, markets, columns } = opened.value;
  const window: Extract<RunRequest, { kind: 'window' }> = {
    kind: 'window',
    windowKey,
    isCut: false,
    markets,
    columns,
  };
  const events = await harness.runs.listEvents(botId, activation);
  const { orderSupport } = exchange;
  const load: LoadRequest = {
    kind: 'load',
    runId: 'r1',
    bot,
    record,
    snapshot: null,
    events,
    windowKey,
    startMs,
    orderSupport,
    isFollowed: false,
  };
  return { window, load, record, columns };
}

/** A clock that passes so many milliseconds whenever somebody reads it. */
function hostWith(msPerLook: number) {
  let nowMs = 0;
  return runHost({
    digest: systemDigest,
    monotonicMs: () => (nowMs += msPerLook),
    processorMs: () => 0,
  });
}

suite('a thread that holds runs', () => {
  test('loads a run in slices when it takes long, and comes to the same', async () => {
    const { window, load, record } = await stored(EACH_MINUTE, 5);
    const views = [0, 30].map((msPerLook) => {
      const host = hostWith(msPerLook);
      assert.deepEqual(host.handle(window), { kind: 'done' });
      let reply: RunReply = host.handle(load);
      let slices = 1;
      for (; reply.kind === 'loading'; slices += 1)
        reply = host.handle({ kind: 'go_on', runId: 'r1' });
      assert.equal(reply.kind, 'loaded');
      return { slices, view: reply.view, digest: host.runs.get('r1')?.written.placedDigest };
    });
    const [quick, slow] = views;
    assert.equal(quick?.slices, 1);
    assert.ok((slow?.slices ?? 0) > 3, `${slow?.slices} slices`);
    assert.deepEqual(slow?.view, quick?.view);
    assert.equal(slow?.digest, quick?.digest);
    assert.equal(quick?.digest, record.placedDigest);
  });

  test('says that it does not have a run, also after its release', async () => {
    const { window, load } = await stored(IDLE, 2);
    const host = hostWith(0);
    host.handle(window);
    assert.equal(host.handle(load).kind, 'loaded');
    assert.equal(host.handle({ kind: 'memory', runId: 'r1' }).kind, 'memory');
    host.handle({ kind: 'release', runId: 'r1' });
    assert.deepEqual(host.handle({ kind: 'memory', runId: 'r1' }), { kind: 'unknown' });
    assert.deepEqual(host.handle({ kind: 'go_on', runId: 'r2' }), { kind: 'unknown' });
  });

  test('refuses a run that comes to other orders than are stored', async () => {
    const { window, load, record } = await stored(EACH_MINUTE, 3);
    const host = hostWith(0);
    host.handle(window);
    const changed = { ...record, placedDigest: 'another' };
    const reply = host.handle({ ...load, record: changed });
    assert.equal(reply.kind, 'refused');
    assert.equal(host.runs.size, 0);
  });

  test('returns a mistake of ours for the run that it is about, and goes on', async () => {
    const { window, load } = await stored(IDLE, 2);
    const host = hostWith(0);
    assert.equal(host.handle(load).kind, 'failed');
    host.handle(window);
    assert.equal(host.handle(load).kind, 'loaded');
  });

  test('does not go on with minutes that it could not take in', async () => {
    const { window, columns } = await stored(IDLE, 2);
    const host = hostWith(0);
    host.handle(window);
    const shorter = new Map([...columns].map(([tag, each]) => [tag, sliceColumns(each, 0, 1)]));
    assert.throws(() => host.handle({ ...window, columns: shorter }), /only grows/);
  });
});
