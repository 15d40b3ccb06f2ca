// A backtest of a file: its window when none, or half of one, is named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { DAY_MS, minuteStartMs } from '#lib/time.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { backtestWorld, SOURCE } from '#services/backtests/backtest-world.sample.ts';
import type { LocalBacktest } from '#services/backtests/gather-local-input.ts';
import { gatherLocalInput } from '#services/backtests/gather-local-input.ts';

const WISH: LocalBacktest = {
  script: { name: 'a script', source: SOURCE },
  libraries: [],
  marketTag: 'SIM_BTC_USDT',
  intervalMinutes: 60,
  startMs: null,
  endMs: null,
  wallet: [],
  choices: NO_CHOICES,
};

async function gather(changes: Partial<LocalBacktest>) {
  const { deps } = await backtestWorld();
  return { gathered: await gatherLocalInput(deps, { ...WISH, ...changes }), deps };
}

test('without bounds it is the last 30 days of minutes that are computed', async () => {
  const { gathered, deps } = await gather({});
  assert.ok(gathered.ok);
  const { startMs, endMs } = gathered.value.input;
  assert.equal(endMs, minuteStartMs(deps.clock.nowMs()));
  assert.equal(startMs, endMs - 30 * DAY_MS);
});

test('with an end alone it is the 30 days before it, as far as history reaches', async () => {
  const endMs = Date.UTC(2020, 0, 11);
  const { gathered } = await gather({ endMs });
  assert.equal(gathered.ok && gathered.value.input.startMs, Date.UTC(2020, 0, 1));
});

for (const [changes, about] of [
  [{ startMs: 2, endMs: 1 }, 'window'],
  [{ startMs: 60_000, endMs: 60_001 }, 'window'],
  [{ startMs: 0, endMs: 60_000 }, 'window'],
  [{ intervalMinutes: 7 }, 'interval'],
  [{ marketTag: 'NONE' }, 'market'],
] as const) {
  test(`${JSON.stringify(changes)} is refused for its ${about}`, async () => {
    const { gathered } = await gather(changes);
    assert.equal(!gathered.ok && gathered.rejection.about, about);
  });
}

for (const [marketTag, amount] of [
  ['SIM_BTC_USDT', '100'],
  ['SIM_BTC_USDT_PERP', '500'],
] as const) {
  test(`an unscripted trade on ${marketTag} is worth ${amount} unless told otherwise`, async () => {
    const endMs = Date.UTC(2024, 1, 1);
    const { gathered } = await gather({ marketTag, startMs: Date.UTC(2024, 0, 31), endMs });
    assert.ok(gathered.ok);
    assert.equal(formatDecimal(gathered.value.input.settings.tradeAmountQuote), amount);
  });
}
