// `tidemill bots compare`: one day, several days, and the page about them.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { commandRunner, opened } from '#cli/command-host.fixture.ts';
import type { ReportSubject } from '#cli/report-subject.ts';
import { comparisonHarness, dayOf } from '#services/comparisons/comparison-harness.fixture.ts';
import { dayText } from '#services/comparisons/request-comparison.ts';

const START_MS = Date.UTC(2025, 2, 3, 23, 45, 20);
const DAY_MS = dayOf(START_MS);
const DAY = dayText(DAY_MS);

const BUYS_ONCE = `
if GetPositionAmount() == 0 then
  PlaceBuyOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})
end`;

type ComparisonOutput = {
  readonly data: readonly { readonly day: string; readonly status: string }[];
};

test('compares days up to one, and writes a page about those on which the bot ran', async (t) => {
  const harness = await comparisonHarness(START_MS);
  const bot = await harness.bots.start(BUYS_ONCE);
  await harness.passMinutes(20);
  await harness.compare(bot, DAY_MS);
  const { store } = harness.bots;
  const subjects: ReportSubject[] = [];
  const run = commandRunner({
    openLabApplication: opened({ ...harness.deps, users: store }),
    renderReport: async (subject) => {
      subjects.push(subject);
      return 'a page';
    },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-compare-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'days.html');
  const words = ['bots', 'compare', bot.botId, '--day', DAY];

  const one = await run([...words, '--json']);
  assert.equal(one.exitCode, 0, one.error);
  assert.equal((JSON.parse(one.out) as { readonly day: string }).day, DAY);

  const several = await run([...words, '--days', '3', '--report', file, '--json']);
  assert.equal(several.exitCode, 0, several.error);
  const { data } = JSON.parse(several.out) as ComparisonOutput;
  assert.deepEqual(
    data.map(({ day, status }) => [day, status]),
    [[DAY, 'finished']],
  );
  assert.equal(readFileSync(file, 'utf8'), 'a page');
  const [subject] = subjects;
  assert.ok(subject?.kind === 'comparison');
  assert.equal(subject.botName, bot.name);
  assert.deepEqual(
    subject.comparisons.map(({ dayMs }) => dayMs),
    [DAY_MS],
  );

  const inWords = await run([...words, '--days', '3']);
  assert.match(inWords.out, new RegExp(`^DAY +BOT MADE +BACKTEST MADE .*\n${DAY} `));
});

test('refuses a number of days that is none, and days on which the bot did not run', async () => {
  const harness = await comparisonHarness(START_MS);
  const bot = await harness.bots.start(BUYS_ONCE);
  const deps = { ...harness.deps, users: harness.bots.store };
  const run = commandRunner({ openLabApplication: opened(deps) });
  const words = ['bots', 'compare', bot.botId, '--day', '2025-03-01', '--days'];
  const none = await run([...words, '0']);
  assert.equal(none.exitCode, 2);
  assert.match(none.error, /Expected a number from 1 to 31; found "0"/);
  const before = await run([...words, '2']);
  assert.equal(before.exitCode, 1);
  assert.match(before.error, /The bot ran on none of these days/);
});
