import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';

test('the newest events are shown in words, one a line, and as JSON', async () => {
  const { run, bot } = await tradingInstallation();
  const { exitCode, out, error } = await run('events tail --once');
  assert.equal(exitCode, 0, error);
  const lines = out.trimEnd().split('\n');
  assert.match(String(lines[0]), /^1 {2}.*Z {2}bot\.started {2}.* {2}bot_/);
  const placed = lines.find((line) => line.includes('order.placed'));
  assert.match(String(placed), /^\d+ {2}.*Z {2}order\.placed {2}buy 0\.01 \S+ at 1,000 {2}ord_/);
  const json = await run('events tail --once --types bot.started --json');
  const event = JSON.parse(json.out) as Record<string, unknown>;
  assert.equal(event['type'], 'bot.started');
  assert.equal(event['event_id'], '1');
  assert.equal(event['object_id'], bot.botId);
});

test('it begins with so many events, or behind one', async () => {
  const { run } = await tradingInstallation();
  const all = (await run('events tail --once')).out.trimEnd().split('\n');
  assert.ok(all.length > 1);
  assert.equal((await run('events tail --once --last 1')).out, `${String(all.at(-1))}\n`);
  assert.equal((await run('events tail --once --last 0')).out, '');
  const some = 'events tail --once --types bot.started,order.placed';
  const typed = all.filter((line) => /bot\.started|order\.placed/.test(line));
  assert.equal(typed.length, 2);
  assert.equal((await run(some)).out, `${typed.join('\n')}\n`);
  assert.equal((await run(`${some} --last 1`)).out, `${String(typed.at(-1))}\n`);
  assert.equal((await run(`${some} --last 0`)).out, '');
  assert.deepEqual(
    (await run('events tail --once --after 1')).out.trimEnd().split('\n'),
    all.slice(1),
  );
});

test('a place that is none yet and an unknown type are refused in words', async () => {
  const { run } = await tradingInstallation();
  assert.match((await run('events tail --once --after 9000')).error, /no event 9000 yet.*--after/s);
  assert.match((await run('events tail --once --types order.none')).error, /order\.none/);
});
