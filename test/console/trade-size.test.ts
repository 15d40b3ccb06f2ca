// Size of a trade among the assumptions of a report: one, and that which was traded.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  SETTING_WORDS,
  settingText,
  settingWords,
} from '../../console/src/report/setting-words.ts';
import { otherSettings, tradeSizeText } from '../../console/src/report/trade-size.ts';

const STRATEGY = { type: 'spot_grid', config: {} } as const;

test('a share of the equity is no amount, and a strategy has sizes of its own', () => {
  const cases = [
    [{}, [], '100', '100 of quote'],
    [{ trade_amount: '250' }, [], '250', '250 of quote'],
    [{ trade_amount_percent: '100' }, [], '100', '100 % of the equity'],
    [{}, [{ name: 'trade_amount_percent', value: '12.5' }], '100', '12.5 % of the equity'],
    [{}, [], null, '–'],
  ] as const;
  for (const [settings, used, amount, expected] of cases) {
    const report = { settings: used, trade_amount: amount };
    assert.equal(tradeSizeText({ request: { settings, strategy: null }, report }), expected);
    const ofStrategy = { settings, strategy: STRATEGY };
    assert.equal(tradeSizeText({ request: ofStrategy, report }), null);
  }
});

test('what has a row of its own is not listed once more', () => {
  const settings = { seed: 5, trade_amount: '100', trade_amount_percent: '5', leverage: '3' };
  assert.deepEqual(otherSettings(settings), [['leverage', '3']]);
});

type Document = {
  readonly components: {
    readonly schemas: { readonly BacktestSettings: { readonly properties: object } };
  };
};

test('each setting of the API is shown in words, and a newer one by its key', () => {
  const text = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
  const { BacktestSettings: settings } = (JSON.parse(text) as Document).components.schemas;
  assert.deepEqual(Object.keys(SETTING_WORDS).sort(), Object.keys(settings.properties).sort());
  assert.equal(settingWords('trade_amount_percent'), 'Size of a trade, percent of the equity');
  assert.equal(settingWords('of_next_year'), 'of next year');
  assert.deepEqual([true, 'touch', '3'].map(settingText), ['Yes', 'touch', '3']);
});
