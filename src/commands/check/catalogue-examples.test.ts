// Each example of the catalogue compiles and runs, and the reference shows every command.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkScript } from '#commands/check/check-script.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import { renderCommandReference } from '#commands/catalogue/render-command-reference.ts';

/** What examples speak of: the names, and what makes them. */
const PREFACE: readonly (readonly [string, string])[] = [
  ['a, b, value, values', '1, 2, 3, {1, 2, 3}'],
  ['line, upper, lower', "Plot(0, 'line', 1), Plot(0, 'upper', 3), Plot(0, 'lower', 2)"],
  ['bands, macd', 'BBANDS(ClosePrices(), 20, 2, 2), MACD(ClosePrices(), 12, 26, 9)'],
  ['periods, other', "ClosePrices(), 'OTHER_ETH_USDT_'"],
  ['orderId, id', "'order', 'order'"],
  ['safety, signal, insurance', 'false, SignalLong, true'],
];

/** The example below those lines that it speaks of. */
function withPreface(example: string): string {
  const words = new Set(example.match(/\w+/g));
  const lines = PREFACE.filter(([names]) => names.split(', ').some((name) => words.has(name)));
  return [...lines.map(([names, values]) => `local ${names} = ${values}`), example].join('\n');
}

const FLIP_STOP = {
  name: 'FlipStop',
  source: `DefineCommand('FlipStop', 'Stop that flips')
    DefineOutput(NumberType, DefineParameter(NumberType, 'interval', '', false, 0))`,
};

suite('examples of the catalogue', () => {
  for (const { name, example } of COMMAND_CATALOGUE) {
    test(`${name} runs as its example shows`, () => {
      const libraries = name === 'DefineCommand' ? [] : [FLIP_STOP];
      assert.deepEqual(checkScript(withPreface(example), libraries).errors, []);
    });
  }
});

suite('the reference', () => {
  const text = renderCommandReference();

  test('has every command, with its example, and every constant', () => {
    for (const { name, example } of COMMAND_CATALOGUE) {
      assert.ok(text.includes(`### ${name}\n`), name);
      assert.ok(text.includes(example), example);
    }
    for (const { name } of CONSTANT_CATALOGUE) assert.ok(text.includes(`\`${name}\``), name);
  });

  test('opens with a script that trades, and ends with what has no effect', () => {
    const sections = text.split('\n## ');
    const [, first = ''] = sections;
    const [, source = ''] = /```lua\n([\s\S]*?)\n```/.exec(first) ?? [];
    assert.match(first, /^Your first script\n/);
    assert.match(source, /DoLong/);
    assert.deepEqual(checkScript(source, []).errors, []);
    assert.match(sections.at(-1) ?? '', /^Commands without effect\n/);
  });

  test('lists the seven commands without effect with their reasons', () => {
    const [, section = ''] = text.split('## Commands without effect');
    const [list = ''] = section.split('\n## ');
    assert.equal(list.match(/^- /gm)?.length, 7);
  });
});
