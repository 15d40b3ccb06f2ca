// Easy indicators: inputs in a group of their own, lines on a chart, a signal.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { EASY_IMPLEMENTATIONS } from '#commands/easy-indicators/easy-implementations.ts';
import { scriptOn } from '#commands/binding/script-window.fixture.ts';
import { checkScript } from '#commands/check/check-script.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { walkWindow } from '#engine/series/window.fixture.ts';

suite('each easy indicator', () => {
  for (const command of Object.keys(EASY_IMPLEMENTATIONS)) {
    test(`${command} makes inputs and runs where nothing moves`, () => {
      const call = command === 'EasyAlice' ? 'EasyAlice()' : `${command}(1)`;
      const checked = checkScript(`return ${call}`, []);
      assert.deepEqual(checked.errors, []);
      assert.ok(checked.inputs.some(({ label }) => label === 'Interval'));
    });
  }

  test('is one of the catalogue, and all of those are there', () => {
    const names = COMMAND_CATALOGUE.filter(({ category }) => category === 'Easy Indicators');
    assert.deepEqual(
      Object.keys(EASY_IMPLEMENTATIONS).sort(),
      names.map(({ name }) => name).sort(),
    );
  });
});

suite('the signal of an easy indicator', () => {
  const window = walkWindow(7, 700);
  const same: [string, string][] = [
    ['EasyRSI(1)', 'GetBuySellLevelSignal(RSI(ClosePrices(), 14), 30, 70)'],
    [
      'EasyMFI(1)',
      'GetBuySellLevelSignal(MFI(HighPrices(), LowPrices(), ClosePrices(), GetVolume(), 14), 20, 80)',
    ],
    [
      'EasyMACD(1)',
      '(function(m) return GetAboveBelowSignal(m.macd, m.signal) end)(MACD(ClosePrices(), 12, 26, 9))',
    ],
    ['EasyMA(1)', 'GetAboveBelowSignal(ClosePrices(), SMA(ClosePrices(), 20))'],
    [
      'EasyAROON(1)',
      '(function(a) return GetAboveBelowSignal(a.aroonUp, a.aroonDn) end)(AROON(HighPrices(), LowPrices(), 14))',
    ],
    ['EasyMOM(1, "m", 5)', 'GetAboveBelowSignal(MOM(ClosePrices(5), 10), 0)'],
    ['EasySAR(0)', 'GetAboveBelowSignal(ClosePrices(), SAR(HighPrices(), LowPrices(), 0.02, 0.2))'],
    [
      'EasyWILLR(1)',
      'GetBuySellLevelSignal(WILLR(HighPrices(), LowPrices(), ClosePrices(), 14), -80, -20)',
    ],
  ];
  for (const [easy, plain] of same) {
    test(`${easy} is that of ${plain}`, () => {
      const script = scriptOn(window, `return ${easy} == ${plain}`);
      for (let row = 500; row < 700; row += 10) {
        const [isSame] = script.at(row);
        assert.equal(isSame, true, `at row ${row}`);
      }
    });
  }
});

suite('the inputs of an easy indicator', () => {
  test('stand in the group of its name', () => {
    const { inputs } = checkScript('EasyRSI(1, "Slow", 60) EasyRSI(2)', []);
    assert.deepEqual(
      inputs.map(({ group, label, defaultValue }) => [group, label, defaultValue]),
      [
        ['Slow', 'Interval', 60],
        ['Slow', 'Period', 14],
        ['Slow', 'Buy level', 30],
        ['Slow', 'Sell level', 70],
        ['RSI', 'Interval', 1],
        ['RSI', 'Period', 14],
        ['RSI', 'Buy level', 30],
        ['RSI', 'Sell level', 70],
      ],
    );
  });
});
