import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { inputsOf, walkCandles } from '#indicators/candles.fixture.ts';
import type { ChartBars } from '#indicators/chart-lines.ts';
import {
  CHART_INDICATORS,
  CHART_INDICATORS_MAX,
  chartLines,
  chosenIndicatorsText,
  isParameter,
  readChosenIndicators,
} from '#indicators/chart-lines.ts';
import { computeColumns } from '#indicators/fold.ts';
import { planIndicator } from '#indicators/indicator.ts';

const CANDLES = walkCandles(11, 340, 100, 0.25);
const BARS: ChartBars = Array.from(CANDLES.close, (close, row) => ({
  open: CANDLES.open[row] ?? Number.NaN,
  high: CANDLES.high[row] ?? Number.NaN,
  low: CANDLES.low[row] ?? Number.NaN,
  close,
  volume: CANDLES.volume[row] ?? Number.NaN,
}));

const linesOf = (text: string, bars = BARS) => chartLines(bars, readChosenIndicators(text));

suite('values', () => {
  for (const indicator of CHART_INDICATORS) {
    test(`${indicator.name} draws what scripts are given`, () => {
      const plan = planIndicator(indicator);
      assert(plan.ok);
      const wanted = computeColumns(plan.value, inputsOf(indicator, CANDLES));
      const lines = linesOf(indicator.name);
      assert(lines.length > 0);
      for (const { name, values } of lines) {
        const at = lines.length === 1 ? 0 : indicator.outputs.findIndex((of) => name.endsWith(of));
        assert.deepEqual(values, wanted[at]);
      }
    });
  }

  test('of few bars there are none', () => {
    const [line] = linesOf('SMA:20', BARS.slice(0, 5));
    assert.deepEqual(line?.values, new Float64Array(5).fill(Number.NaN));
  });
});

suite('places', () => {
  const cases = [
    ['SMA:20', ['SMA 20'], true],
    ['BBANDS:20:2:2:0', ['upper', 'middle', 'lower'].map((of) => `BBANDS 20 2 2 0 ${of}`), true],
    ['SUPERTREND:10:3', ['SUPERTREND 10 3'], true],
    ['RSI:14', ['RSI 14'], false],
    ['ATR:14', ['ATR 14'], false],
    ['OBV', ['OBV'], false],
  ] as const;
  for (const [text, names, isOnPrices] of cases) {
    test(`${text} is drawn ${isOnPrices ? 'on the prices' : 'below them'}`, () => {
      const lines = linesOf(text);
      assert.deepEqual(
        lines.map((line) => [line.name.toLowerCase(), line.isOnPrices]),
        names.map((name) => [name.toLowerCase(), isOnPrices]),
      );
    });
  }
});

suite('the choice', () => {
  test('what is read is written again as it was', () => {
    const text = 'SMA:20,BBANDS:20:2:2:0,SUPERTREND:10:3,RSI:14';
    assert.equal(chosenIndicatorsText(readChosenIndicators(text)), text);
  });

  test('what is unknown, or out of its range, is left out', () => {
    const text = 'NOTHING:3,RSI:0,RSI:abc,RSI:1.5,SMA:9,ADD';
    assert.equal(chosenIndicatorsText(readChosenIndicators(text)), 'SMA:9');
  });

  test('initial values stand where none is given', () => {
    assert.equal(chosenIndicatorsText(readChosenIndicators('RSI')), 'RSI:14');
  });

  test('no more than six are chosen', () => {
    const seven = readChosenIndicators('SMA,EMA,WMA,HMA,DEMA,TEMA,KAMA');
    assert.equal(seven.length, CHART_INDICATORS_MAX);
  });

  test('a typed value is taken where the indicator takes it', () => {
    const [period] = CHART_INDICATORS.find(({ name }) => name === 'RSI')?.parameters ?? [];
    assert(period !== undefined);
    assert.deepEqual(
      [period.least, period.most, 0, period.most + 1, 1.5, Number.NaN].map((value) =>
        isParameter(period, value),
      ),
      [true, true, false, false, false, false],
    );
  });
});
