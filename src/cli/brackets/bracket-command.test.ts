// Brackets from the command line, on the simulated exchange.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradingInstallation } from '#cli/trading-installation.fixture.ts';

test('a bracket is placed, listed, shown and cancelled', async () => {
  const { run } = await tradingInstallation();
  const exits = '--price 1000 --stop 900 --target 1200 --second-target 1300';
  const placed = await run(`bracket place --market SIM_BTC_USDT --amount 0.1 ${exits}`);
  assert.equal(placed.error, '');
  const [, id = ''] = /^Bracket (brk_\S+) is placed\./.exec(placed.out) ?? [];
  const listed = await run('bracket list');
  assert.match(listed.out, new RegExp(`${id} .*SIM_BTC_USDT .*long .*entering .*0.1 .*900 .*1200`));
  assert.match((await run(`bracket show ${id}`)).out, /second target +1300/);
  const shown = JSON.parse((await run(`bracket show ${id} --json`)).out) as { state: string };
  assert.equal(shown.state, 'entering');
  assert.match((await run(`bracket cancel ${id} --close-position`)).out, /ends\.$/m);
  assert.match((await run('bracket show brk_x')).error, /no bracket "brk_x".*bracket list --all/s);
  assert.match((await run('bots list')).out, /^(?!.*brk_)/s);
});

test('what cannot be placed is refused with each reason', async () => {
  const { run } = await tradingInstallation();
  const way = 'bracket place --market SIM_BTC_USDT --amount 0.1 --price 1000';
  assert.match((await run(way)).error, /"stop_price" or "target_price" must be given/);
  assert.match((await run(`${way} --stop 1100`)).error, /"stop_price" must be below "entry_price"/);
  const large = `${way.replace('0.1', '9000')} --stop 900`;
  assert.match((await run(large)).error, /needs .* USDT with fees, .* is free/);
});
