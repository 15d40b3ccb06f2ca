// The examples of the catalogue, checked as scripts: several in one, because a check compiles and
// runs whatever it is given.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkScript } from '#commands/check/check-script.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';

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

/** The tests, with so many examples in one script. */
export function testCatalogueExamples(together: number): void {
  // It defines a command of its own, which no script with a library may.
  const isAlone = (name: string): boolean => name === 'DefineCommand';
  const others = COMMAND_CATALOGUE.filter(({ name }) => !isAlone(name));
  const batches = [
    COMMAND_CATALOGUE.filter(({ name }) => isAlone(name)),
    ...Array.from({ length: Math.ceil(others.length / together) }, (_, at) =>
      others.slice(at * together, (at + 1) * together),
    ),
  ];
  void suite(`examples of the catalogue, ${together} in one script`, () => {
    for (const [at, batch] of batches.entries()) {
      const names = batch.map(({ name }) => name).join(' ');
      void test(`${names} run as their examples show`, () => {
        // Settings of one script have different names.
        const parts = batch.map(({ name, example }) =>
          withPreface(example.replaceAll("'Setting'", `'${name}'`)),
        );
        const source =
          parts.length === 1 ? parts.join('') : parts.map((part) => `do ${part}\nend`).join('\n');
        assert.deepEqual(checkScript(source, at === 0 ? [] : [FLIP_STOP]).errors, []);
      });
    }
  });
}
