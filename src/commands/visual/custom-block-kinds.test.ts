// Kinds of blocks for custom commands, and calls that know other parameters.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { customBlockKinds, outdatedCalls } from '#commands/visual/custom-block-kinds.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';

const bands = (lookback: string): string => `DefineCommand('Bands', '')
local prices = DefineParameter(ListNumberType, 'prices', 'Values.', true, 0)
local ${lookback} = DefineParameter(NumberType, '${lookback}', '', false, 20)
DefineOutput(NumberType, GetHigh(prices, ${lookback}))`;
const LIBRARIES = [{ source: bands('lookback') }, { source: bands('other') }, { source: 'Log(1)' }];

function callsOf(parameters: readonly string[], changes: object = {}): readonly string[] {
  const block = { id: 'bands', command: 'CC_Bands', parameters, ...changes };
  const text = JSON.stringify({ format: 'tidemill-visual', version: 1, blocks: [block] });
  const { model } = readVisualText(text, VISUAL_PALETTE);
  assert.ok(model !== null);
  return outdatedCalls(model, LIBRARIES).map((found) => `${found.severity}: ${found.message}`);
}

suite('a custom command', () => {
  test('is a kind of blocks, as its first definition says', () => {
    const [kind, ...others] = customBlockKinds(LIBRARIES);
    assert.deepEqual(others, []);
    assert.ok(kind !== undefined);
    assert.equal(kind.command, 'CC_Bands');
    assert.deepEqual(
      kind.inputs.map(({ name, kind: carries, isRequired }) => [name, carries, isRequired]),
      [
        ['prices', 'list', true],
        ['lookback', 'number', false],
      ],
    );
    assert.deepEqual(kind.outputs, [{ name: '', kind: 'number', group: null }]);
  });

  test('that takes other parameters by now is named at its call', () => {
    assert.deepEqual(callsOf(['prices', 'lookback']), []);
    assert.deepEqual(callsOf(['prices']), []);
    const renamed =
      'warning: "CC_Bands" takes prices, lookback by now, and this block passes lookback, prices';
    const unpassed = 'error: "CC_Bands" needs "prices" by now, and this block does not pass it';
    assert.deepEqual(callsOf(['lookback', 'prices'], { inputs: { lookback: 1 } }), [renamed]);
    assert.deepEqual(callsOf(['lookback', 'prices']), [renamed, unpassed]);
    assert.deepEqual(callsOf([]), [unpassed]);
    assert.deepEqual(callsOf(['lookback'], { disabled: true }), []);
    assert.deepEqual(callsOf(['x'], { command: 'CC_Unknown' }), []);
  });
});
