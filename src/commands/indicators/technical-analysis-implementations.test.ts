// Indicators as scripts call them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import { scriptOn } from '#commands/binding/script-window.fixture.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import type { CommandDefinition } from '#commands/definition/command.ts';
import { walkWindow } from '#engine/series/window.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import { planIndicator } from '#indicators/indicator.ts';
import { findIndicator, INDICATOR_REGISTRY } from '#indicators/registry.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const ROWS = 400;
const WINDOW = walkWindow(3, ROWS, { missing: 0 });
const ROW = 350;

const PRICES = {
  open: 'OpenPrices()',
  high: 'HighPrices()',
  low: 'LowPrices()',
  close: 'ClosePrices()',
  volume: 'GetVolume()',
} as const;

const COLUMNS = {
  'OpenPrices()': WINDOW.candles.open.map((ticks) => ticks / 100),
  'HighPrices()': WINDOW.candles.high.map((ticks) => ticks / 100),
  'LowPrices()': WINDOW.candles.low.map((ticks) => ticks / 100),
  'ClosePrices()': WINDOW.candles.close.map((ticks) => ticks / 100),
  'GetVolume()': WINDOW.candles.volume.map((lots) => lots / 1_000),
} as const;

type PriceText = keyof typeof COLUMNS;

/** Which prices stand for a series that the command asks for. */
function pricesFor(name: string): PriceText {
  if (name in PRICES) return PRICES[name as keyof typeof PRICES];
  if (name === 'volumes' || name === 'inPeriods') return 'GetVolume()';
  return name === 'prices2' || name === 'source2' ? 'OpenPrices()' : 'ClosePrices()';
}

const SPECIAL = new Set(['CDL', 'LINEARREG', 'VWAP']);
const COMMANDS = COMMAND_CATALOGUE.filter(
  ({ category, name }) => category === 'Technical Analysis' && !SPECIAL.has(name),
);

/** The command's figures: those that the indicator begins with. */
function figuresOf(command: CommandDefinition): readonly number[] {
  const indicator = findIndicator(command.name);
  return command.parameters
    .filter(({ kind, isOwn }) => kind !== 'series' && isOwn !== true)
    .map((_, index) => indicator?.parameters[index]?.initial ?? 0);
}

suite('a command', () => {
  for (const command of COMMANDS) {
    test(`${command.name} gives what its indicator gives`, () => {
      const inputs = command.parameters
        .filter(({ kind, isOwn }) => kind === 'series' && isOwn !== true)
        .map(({ name }) => pricesFor(name));
      const figures = figuresOf(command);
      const indicator = findIndicator(command.name);
      assert.ok(indicator !== undefined);
      const plan = planIndicator(indicator, figures);
      assert.ok(plan.ok);
      const expected = computeColumns(
        plan.value,
        inputs.map((name) => COLUMNS[name]),
      ).map((column) => column[ROW]);
      const call = `${command.name}(${[...inputs, ...figures].join(', ')})`;
      const fields =
        command.result.kind === 'container'
          ? command.result.fields.map(({ name }) => `r.${name}`)
          : ['r'];
      const script = scriptOn(WINDOW, `local r = ${call}\nreturn ${fields.join(', ')}`);
      assert.deepEqual(script.at(ROW), expected);
    });
  }

  test('is there for each indicator', () => {
    const names = new Set(COMMAND_CATALOGUE.map(({ name }) => name));
    const patterns = new Set(CONSTANT_CATALOGUE.map(({ name }) => name.replace(/Type$/, '')));
    // TA-Lib's arithmetic has commands of other names.
    const others = INDICATOR_REGISTRY.filter(({ source }) => source !== 'TA-Lib');
    const without = others
      .map(({ name }) => name)
      .filter((name) => !name.includes(':') && !names.has(name) && !patterns.has(name));
    assert.deepEqual(without, []);
  });

  test('gives the mean traded price over the last candles', () => {
    const source = `local h, l, c, v = HighPrices(), LowPrices(), ClosePrices(), GetVolume()
      local typical, sum, volume = TYPPRICE(h, l, c), 0, 0
      for i = 1, 5 do sum = sum + typical[i] * v[i] volume = volume + v[i] end
      return VWAP(h, l, c, v, 5)[1], sum / volume`;
    const [given, expected] = scriptOn(WINDOW, source).at(ROW);
    assert.ok(typeof given === 'number' && typeof expected === 'number');
    assert.ok(Math.abs(given - expected) < 1e-9 * expected, `${given} ${expected}`);
  });

  test('takes the defaults of the catalogue for what is left out', () => {
    const source = `return KAMA(ClosePrices(), 10), KAMA(ClosePrices(), 10, 2, 30)`;
    const [short, long] = scriptOn(WINDOW, source).at(ROW);
    assert.equal(short, long);
  });
});

suite('a convention', () => {
  const prices = 'local h, l, c = HighPrices(), LowPrices(), ClosePrices()';
  const columns = ['HighPrices()', 'LowPrices()', 'ClosePrices()'] as const;
  const cases = [
    ['ATR(h, l, c, 14', 'ATR:tradingview', columns, [14]],
    ['CHOP(h, l, c, 14', 'CHOP:tradingview', columns, [14]],
    ['RSI(c, 14', 'RSI:tradingview', columns.slice(2), [14]],
    ['KELTNER(h, l, c, 20, 10, 2', 'KELTNER:tradingview', columns, [20, 10, 2]],
    ['SAR(h, l, 0.02, 0.2', 'SAR:tradingview', columns, [0.02, 0.2]],
  ] as const;
  for (const [call, name, inputs, figures] of cases) {
    test(`gives ${name}`, () => {
      const indicator = findIndicator(name);
      assert.ok(indicator !== undefined);
      const plan = planIndicator(indicator, figures);
      assert.ok(plan.ok);
      const series = inputs.map((input) => COLUMNS[input]);
      const expected = computeColumns(plan.value, series).map((column) => column[ROW]);
      const named = "{convention = 'tradingview', close = c}";
      const argument = name.startsWith('SAR') ? named : "{convention = 'tradingview'}";
      const source = `${prices} local r = ${call}, ${argument})
        if r.upper then return r.upper, r.middle, r.lower end return r`;
      assert.deepEqual(scriptOn(WINDOW, source).at(ROW), expected);
    });
  }

  test('of TA-Lib is the default', () => {
    const source = `${prices} return ATR(h, l, c, 14) == ATR(h, l, c, 14, 'talib'),
      ATR(h, l, c, 14) == ATR(h, l, c, 14, 'default'),
      ATR(h, l, c, 14, 'lean') == ATR(h, l, c, 14, 'tradingview')`;
    assert.deepEqual(scriptOn(WINDOW, source).at(ROW), [true, true, true]);
  });

  test('smooths K of STOCHRSI over its own length', () => {
    const source = `${prices}
      local s = STOCHRSI(c, 14, 14, 3, SmaType, {convention = 'tradingview', smoothK = 5})
      local raw = STOCHRSI(c, 14, 14, 1, SmaType)
      return Abs(s.fastK - SMA(raw.fastK, 5)) < 1e-9, Abs(s.fastD - SMA(s.fastK, 3)) < 1e-9`;
    assert.deepEqual(scriptOn(WINDOW, source).at(ROW), [true, true]);
  });

  const refused = [
    [
      "RSI(c, 14, {convention = 'x'})",
      "RSI has no convention 'x', only default, talib, tradingview",
    ],
    [
      "SAR(h, l, 0.02, 0.2, {convention = 'tradingview'})",
      "SAR: the convention 'tradingview' needs 'close'",
    ],
  ] as const;
  for (const [call, message] of refused) {
    test(`of ${call} is refused`, () => {
      const source = `${prices} local ok, e = pcall(function() return ${call} end) return ok, e`;
      const [ok, found] = scriptOn(WINDOW, source).at(ROW);
      assert.equal(ok, false);
      assert.ok(typeof found === 'string' && found.includes(message), `found ${typeof found}`);
    });
  }
});

suite('containers', () => {
  const script = scriptOn(
    WINDOW,
    `local macd = MACD(ClosePrices(), 12, 26, 9)
     return macd.signal == macd[2], macd.hist == macd.macd - macd.signal, macd.nothing, macd[4], #macd,
       macd.constructor, macd.__proto__`,
  );

  test('are read by name and by place, and hold nothing else', () => {
    const expected: LuaValue[] = [true, true, undefined, undefined, 3, undefined, undefined];
    assert.deepEqual(script.at(ROW), expected);
  });
});

suite('constants choose', () => {
  test('the figure of a line of least squares', () => {
    const calls = ['Default', 'Slope', 'Intercept', 'Angle'].map(
      (figure) => `LINEARREG(ClosePrices(), 14, LR_${figure})`,
    );
    const found = scriptOn(WINDOW, `return ${calls.join(', ')}`).at(ROW);
    const indicator = findIndicator('LINEARREG');
    assert.ok(indicator !== undefined);
    const expected = [0, 1, 2, 3].map((figure) => {
      const plan = planIndicator(indicator, [14, figure]);
      assert.ok(plan.ok);
      return computeColumns(plan.value, [COLUMNS['ClosePrices()']])[0]?.[ROW];
    });
    assert.deepEqual(found, expected);
  });

  test('the kind of a moving average', () => {
    const source = `local c = ClosePrices()
      return MA(c, 9, WmaType) == WMA(c, 9), MA(c, 9, EmaType) == EMA(c, 9), MA(c, 9, SmaType) == SMA(c, 9)`;
    assert.deepEqual(scriptOn(WINDOW, source).at(ROW), [true, true, true]);
  });

  test('the candle pattern', () => {
    const source = `return CDL(OpenPrices(), HighPrices(), LowPrices(), ClosePrices(), DojiType)`;
    const script = scriptOn(WINDOW, source);
    const indicator = findIndicator('Doji');
    assert.ok(indicator !== undefined);
    const plan = planIndicator(indicator);
    assert.ok(plan.ok);
    const [expected = new Float64Array(0)] = computeColumns(
      plan.value,
      [PRICES.open, PRICES.high, PRICES.low, PRICES.close].map((name) => COLUMNS[name]),
    );
    const rows = Array.from({ length: ROWS - 100 }, (_, index) => index + 100);
    assert.ok(rows.some((row) => expected[row] !== 0));
    assert.deepEqual(
      rows.map((row) => script.at(row)[0]),
      rows.map((row) => expected[row]),
    );
  });

  test('any of the patterns', () => {
    const types = CONSTANT_CATALOGUE.filter(({ group }) => group === 'candlePattern');
    const calls = types.map(({ name }) => `CDL(o, h, l, c, ${name})`);
    const source = `local o, h, l, c = OpenPrices(), HighPrices(), LowPrices(), ClosePrices()
      return ${calls.join(', ')}`;
    const found = scriptOn(WINDOW, source).at(ROW);
    assert.equal(found.length, 65);
    assert.ok(found.every((value) => Number.isInteger(value)));
  });
});

test('a bad figure is named with its command and line', () => {
  const script = scriptOn(WINDOW, 'local c = ClosePrices()\nreturn RSI(c, 0)');
  assert.match(script.failureAt(ROW), /:2: RSI: period must be a whole number from 1 to/);
});

test('indicators of indicators, of other intervals, and of what was computed', () => {
  const source = `
    local c = ClosePrices()
    local smooth = EMA(RSI(c, 14), 9)
    local slow = SMA(ClosePrices(5), 4)
    local range = SMA(HighPrices() - LowPrices(), 10)
    local rest = SMA(c - slow, 3)
    return smooth, slow, range, rest`;
  const script = scriptOn(WINDOW, source);
  const [smooth, slow, range, rest] = script.at(ROW) as number[];
  for (const value of [smooth, slow, range, rest]) assert.ok(Number.isFinite(value));
  const highs = COLUMNS['HighPrices()'].subarray(ROW - 9, ROW + 1);
  const lows = COLUMNS['LowPrices()'].subarray(ROW - 9, ROW + 1);
  const mean = highs.reduce((sum, high, at) => sum + high - (lows[at] ?? 0), 0) / 10;
  assert.ok(Math.abs((range ?? 0) - mean) < 1e-9);
});

test('what is worked out in each update is read in each update of a run', () => {
  const source = `
    local close, slow = ClosePrices(), ClosePrices(5)
    local mixed = SMA(close - slow, 3)
    local halved = Compress(close)
    above = (above or 0) + (mixed > 0 and 1 or 0)
    higher = (higher or 0) + (halved > 100 and 1 or 0)
    return above, higher`;
  const whole = scriptOn(WINDOW, source).through(ROW);
  const single = scriptOn(WINDOW, source);
  let last: readonly LuaValue[] = [];
  for (let row = 0; row <= ROW; row += 1) last = single.at(row);
  assert.deepEqual(whole, last);
  assert.ok(Number(whole[0]) > 10 && Number(whole[0]) < ROW - 10);
});
