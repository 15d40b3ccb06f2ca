// Data series in a running bot: it is given points as they become known, its minutes are those of
// a backtest of the same points, and a run that is made again sees what the first one saw.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { backtestInputOf, liveRun, orderLines } from '#services/live/run/live-parity.fixture.ts';
import { replayRun } from '#services/live/run/replay-run.ts';
import { assertRunGoesOn } from '#services/live/run/run-continues.fixture.ts';
import type { LiveEvent } from '#services/live/state/hosted-run.ts';

/** Buys and sells as the mood and its mean say. */
const BY_MOOD = `
  local mood = DataSeries('mood')
  local mean = EMA(mood, 4)
  local held = GetPositionAmount()
  local price = CurrentPrice().close
  if mood > mean and held == 0 then PlaceBuyOrder(price, 0.01, {type = MarketOrderType})
  elseif mood < mean and held > 0 then PlaceSellOrder(price, held, {type = MarketOrderType}) end
  Log(mood .. ' ')`;

type Point = readonly [atMs: number, value: number];

async function add({ store, spot, sim }: BotHarness, points: readonly Point[], name = 'mood') {
  const sorted = points.toSorted(([one], [other]) => one - other);
  const added = await store.addDataPoints(
    {
      userId: spot.userId,
      name,
      points: {
        atMs: Float64Array.from(sorted, ([atMs]) => atMs),
        values: Float64Array.from(sorted, ([, value]) => value),
      },
      recordedAtMs: sim.nowMs(),
    },
    { seriesMax: 10, pointsMax: 10_000 },
  );
  assert.equal(added.code, 'added');
}

/** A mood every 90 seconds, which turns each few minutes. */
function moods(fromMs: number, count: number): readonly Point[] {
  return Array.from({ length: count }, (_, index): Point => {
    return [fromMs + index * 90_000, Math.sin(index * 1.7) * 10];
  });
}

function knownIn(lines: readonly { readonly message: string }[]): readonly number[] {
  return lines.flatMap(({ message }) => {
    const first = Number.parseFloat(message);
    return /^-?[0-9.]+/u.test(message) ? [first] : [];
  });
}

async function deliveredTo({ runs }: BotHarness, { botId }: Bot) {
  const events = (await runs.listEvents(botId, 1)).map((text) => fromStoredForm(text) as LiveEvent);
  return events.flatMap(({ row, event }) =>
    event.kind === 'points' ? [{ row, ...event.points }] : [],
  );
}

test('its orders are those of a backtest of the same points', async () => {
  const harness = await botHarness();
  const beganMs = harness.sim.nowMs();
  const all = moods(beganMs - 60 * MINUTE_MS, 100);
  await add(harness, all.slice(0, 60));
  const bot = await harness.start(BY_MOOD);
  // One process after the other, and points that come meanwhile, before their instants.
  for (const part of [0, 1, 2, 3]) {
    await harness.passMinutes(10, [harness.runner()]);
    await add(harness, all.slice(60 + 10 * part, 70 + 10 * part));
  }
  const lived = await liveRun(harness, bot, 40);
  const input = await backtestInputOf(harness, bot, 40);
  const dataSeries = [
    {
      name: 'mood',
      atMs: Float64Array.from(all, ([atMs]) => atMs),
      values: Float64Array.from(all, ([, value]) => value),
    },
  ];
  const ran = runBacktest({ ...input, dataSeries }, () => true);
  assert.ok(ran.ok);
  assert.ok(lived.orders.length > 8, `orders: ${lived.orders.length}`);
  assert.deepEqual(orderLines(lived), orderLines({ orders: ran.value.orders, endMs: lived.endMs }));
});

test("bots of one window see each its own owner's points", async () => {
  const harness = await botHarness();
  const other = await harness.newcomer();
  await add(harness, [[0, 1]]);
  await harness.store.addDataPoints(
    {
      userId: other.userId,
      name: 'mood',
      points: { atMs: Float64Array.of(0), values: Float64Array.of(2) },
      recordedAtMs: 0,
    },
    { seriesMax: 10, pointsMax: 10 },
  );
  const source = "Log(DataSeries('mood') .. ' ')";
  const [one, two] = [
    await harness.start(source),
    await harness.start(source, { userId: other.userId, accountId: other.accountId }),
  ];
  await harness.passMinutes(1, [harness.runner()]);
  assert.deepEqual(knownIn(await harness.linesOf(one)), [1]);
  assert.deepEqual(knownIn(await harness.linesOf(two)), [2]);
});

test('a point that comes late is known from the next update on, and in none before', async () => {
  const harness = await botHarness();
  const beganMs = harness.sim.nowMs();
  await add(harness, [[beganMs - 5 * MINUTE_MS, 1]]);
  const bot = await harness.start(
    "local mood = DataSeries('mood') Log(ArrayGet(mood, 1) * 100 + ArrayGet(mood, 2))",
  );
  const runner = harness.runner();
  await harness.passMinutes(3, [runner]);
  await add(harness, [[beganMs - MINUTE_MS, 2]]);
  await harness.passMinutes(2, [runner]);
  // Older than what it knows: nothing that it could still see.
  await add(harness, [[beganMs - 2 * MINUTE_MS, 3]]);
  await harness.passMinutes(1, [runner]);
  const delivered = await deliveredTo(harness, bot);
  assert.deepEqual(
    delivered.map(({ values }) => values),
    [[1], [2]],
  );
  assert.deepEqual(knownIn(await harness.linesOf(bot)), [101, 101, 101, 201, 202, 202]);
});

test('a run that is made again is given the same, also when the series is gone', async () => {
  const harness = await botHarness();
  const beganMs = harness.sim.nowMs();
  await add(harness, moods(beganMs - 60 * MINUTE_MS, 90));
  const bot = await harness.start(BY_MOOD);
  await harness.passMinutes(20, [harness.runner()]);
  const { userId } = bot;
  await harness.store.deleteDataSeries(userId, 'mood');
  await harness.passMinutes(5, [harness.runner()]);
  const { stopReason } = await harness.find(bot);
  assert.equal(stopReason, null);
  const deps = { ...harness.deps, bots: harness.store, botRuns: harness.runs };
  const replayed = await replayRun(deps, { userId, botId: bot.botId });
  assert.ok(replayed.ok);
  assert.equal(replayed.value.difference, null);
  assert.ok(replayed.value.orders.length > 3);
  assert.ok(replayed.value.orders.every(({ difference }) => difference === null));
});

test('taken up from a snapshot anywhere, it goes on as it would have', async () => {
  const looks = await assertRunGoesOn(async (harness) => {
    const beganMs = harness.sim.nowMs();
    await add(harness, moods(beganMs - 180 * MINUTE_MS, 160));
    await add(harness, [[beganMs + 30 * MINUTE_MS, 4]], 'rest');
    return harness.start(`${BY_MOOD}\nlocal rest = DataSeries('rest') Log('rest ' .. rest)`);
  });
  assert.ok(looks.ordersCount > 8, `orders: ${looks.ordersCount}`);
  assert.ok(looks.cutsCount > 0, 'some began later than the run');
});

test('a paused bot is given when it goes on', async () => {
  const harness = await botHarness();
  const beganMs = harness.sim.nowMs();
  await add(harness, [[beganMs - MINUTE_MS, 1]]);
  const bot = await harness.start("Log(DataSeries('mood') .. ' ')");
  const runner = harness.runner();
  await harness.passMinutes(2, [runner]);
  const switchTo = async (isPaused: boolean) => {
    const input = { kind: 'switched', isPaused } as const;
    await harness.inbox.send([{ botId: bot.botId, input }], harness.sim.nowMs(), null);
    await runner.receive();
    await runner.settled();
  };
  await switchTo(true);
  await harness.passMinutes(3, [runner]);
  await add(harness, [[beganMs + 3 * MINUTE_MS, 2]]);
  await switchTo(false);
  await harness.passMinutes(2, [runner]);
  const lines = knownIn(await harness.linesOf(bot));
  assert.deepEqual(lines, [1, 1, 2, 2]);
  const again = present(
    await replayRun(
      { ...harness.deps, bots: harness.store, botRuns: harness.runs },
      { userId: bot.userId, botId: bot.botId },
    ),
    'it has run',
  );
  assert.ok(again.ok && again.value.difference === null);
});
