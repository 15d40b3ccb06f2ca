// Every command at the first bars of a market's history, before and after its first trade: it gives
// what it says, a number that is not there is NaN and a series has no elements, so that comparison
// and arithmetic go on; nothing fails.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { columnsOf, planInput, START_MS, VANILLA } from '#backtesting/feed.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { CATEGORY_DOMAINS } from '#commands/definition/command.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import type { CommandDefinition } from '#commands/definition/command.ts';

/** What examples speak of. */
const PREFACE = `EnableHighSpeedUpdates(true)
local a, b, value, values = 1, 2, 3, {1, 2, 3}
local bands, macd = BBANDS(ClosePrices(), 20, 2, 2), MACD(ClosePrices(), 12, 26, 9)
local line, upper, lower = Plot(0, 'line', macd.hist), Plot(0, 'upper', bands.upper), Plot(0, 'lower', 2)
local periods, other = ClosePrices(), 'OTHER_ETH_USDT_'
local orderId, id = 'order', 'order'
local safety, signal, insurance = false, SignalLong, true
`;

const FLIP_STOP = {
  name: 'FlipStop',
  source: `DefineCommand('FlipStop', 'Stop that flips')
    DefineOutput(NumberType, DefineParameter(NumberType, 'interval', '', false, 0))`,
};

/** A number or series, whether it is there or not, is compared and reckoned with. */
const NUMBER = (name: string): string => `
do local v = ${name}
  assert(v ~= nil, '${name} is nil')
  local isBelow, isAbove, sum, text = v < 30, v >= 30, v * 2 - 1, v .. ''
  assert(type(isBelow) == 'boolean' and type(isAbove) == 'boolean')
  assert(not (isBelow and isAbove), 'both below and above')
end`;
const SERIES = (name: string): string => `${NUMBER(name)}
do local s = ${name}
  local isBelow, isNone = s[2] < 30, s[600] < 30 or s[600] >= 30
  assert(not isNone, 'there is no element 600')
  assert(s.Value ~= nil and s[600].Value ~= nil)
  local sum = (s + s[2]).Value + ArrayGet(s, 3) + #s + #s.Values
  assert(not CrossOver(s[600], 30) and not IsRising(s[600], 3))
end`;

function probesOf({ result }: CommandDefinition): string {
  if (result.kind === 'number') return NUMBER('probe');
  if (result.kind === 'series') return SERIES('probe');
  if (result.kind !== 'container') return '';
  return result.fields
    .map(({ name, kind }) => {
      if (kind === 'series') return SERIES(`probe.${name}`);
      return kind === 'number' ? NUMBER(`probe.${name}`) : '';
    })
    .join('');
}

const LOCAL = /^local \w+ = /;

function probeOf(command: CommandDefinition): string {
  const isRetained = LOCAL.test(command.example);
  const call = command.example.replace(LOCAL, 'local probe = ');
  return `do ${call}\n${isRetained ? probesOf(command) : ''} end\n`;
}

/** What ends the run or declares an input stands in a script of its own. */
const ENDING = new Set(['DeactivateBot', 'Finalize']);
const TOGETHER = 12;

/** The scripts of a category. */
function scriptsOf(category: string): readonly string[] {
  const commands = COMMAND_CATALOGUE.filter((command) => command.category === category);
  const [alone, others] = [true, false].map((isAlone) =>
    commands
      .filter(({ name }) => (category === 'Input Fields' || ENDING.has(name)) === isAlone)
      .map(probeOf),
  );
  const groups = [...(alone ?? [])];
  for (let at = 0; at < (others ?? []).length; at += TOGETHER)
    groups.push((others ?? []).slice(at, at + TOGETHER).join(''));
  return groups.map((group) => PREFACE + group);
}

/** Nothing, then a first trade, then a walk. */
const BARS: readonly Bar[] = Array.from({ length: 14 }, (_, row) => {
  const price = 1_000 + ((row * 7) % 5);
  return row < 3 || row === 6 ? null : [price, price + 3, price - 2, price + 1];
});

function inputOf(source: string, intervalMinutes: number, isFutures: boolean): BacktestInput {
  const input = planInput(BARS, { intervalMinutes, ...(isFutures ? { market: VANILLA } : {}) });
  const [traded] = input.markets;
  assert.ok(traded !== undefined);
  const later = columnsOf(BARS.slice(8), START_MS + 8 * MINUTE_MS);
  const market = spotMarket({ priceStep: '1' }, { marketTag: 'OTHER_ETH_USDT_', base: 'ETH' });
  const other = { ...traded, market, tiers: null, liquidationFeePercent: decimal('0') };
  return {
    ...input,
    dataSeries: [{ name: 'sentiment', atMs: new Float64Array(), values: new Float64Array() }],
    script: { name: 'probe', source },
    libraries: [FLIP_STOP],
    markets: [traded, { ...other, candles: later }],
  };
}

suite('at the first bars of history', () => {
  for (const category of Object.keys(CATEGORY_DOMAINS)) {
    test(`"${category}" gives what can be compared and reckoned with`, () => {
      const scripts = scriptsOf(category);
      for (const source of scripts) {
        for (const [interval, isFutures] of [
          [1, true],
          [60, false],
        ] as const) {
          const ran = runBacktest(inputOf(source, interval, isFutures), () => true);
          assert.deepEqual(ran.ok ? null : ran.rejection, null);
        }
      }
    });
  }

  test('a table of elements alone has nil where there is none', () => {
    const source = 'assert(ClosePrices().Values[600] == nil and ({1})[2] == nil)';
    const ran = runBacktest(inputOf(source, 1, false), () => true);
    assert.deepEqual(ran.ok ? null : ran.rejection, null);
  });

  test('what is not there is null to IsNull and IfNull', () => {
    const source = `local r = ArrayGet(RSI(ClosePrices(), 14), 1)
      assert(IsNull(r) and not IsNotNull(r) and IfNull(r, 50) == 50)
      assert(not IsNull(0) and IfNull(false, 1) == false)`;
    const ran = runBacktest(inputOf(source, 1, false), () => true);
    assert.deepEqual(ran.ok ? null : ran.rejection, null);
  });
});
