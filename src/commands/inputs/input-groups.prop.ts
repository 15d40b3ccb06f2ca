// Groups of inputs as the compiler sees them change nothing: random scripts give what they give
// where each input is reached through a table that the compiler cannot see through.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { benchOf } from '#commands/binding/script-bench.fixture.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const UPDATES = 5;

const anyLabel = fc.constantFrom('x', 'x', 'y');
const anyInput = fc.oneof(
  anyLabel.map((label) => `show(Input('${label}', 0))`),
  anyLabel.map((label) => `local v = Input('${label}', 0) show(v)`),
  anyLabel.map((label) => `show(Input('${label}', 0, '', 'Own'))`),
  anyLabel.map((label) => `show(Input('${label}', n % 2))`),
  fc.constant(`show(Input('x', 0) + Input('y', 0))`),
);
const anyHeader = fc.constantFrom(
  `InputGroupHeader('A')`,
  `InputGroupHeader('B')`,
  `InputGroupHeader('C')`,
  `InputGroupHeader(n % 2 == 0 and 'A' or 'B')`,
);
const anyPiece = fc.oneof(anyInput, anyInput, anyHeader, anyHeader);
const anyStatement = fc.oneof(
  { weight: 6, arbitrary: anyPiece },
  fc
    .tuple(
      fc.constantFrom(
        ['do', 'end'],
        ['if n % 2 == 0 then', 'end'],
        ['for i = 1, 2 do', 'end'],
        ['local function f()', 'end f()'],
        ['local function f()', 'end if n > 2 then f() end'],
        ['later = function()', 'end'],
        ['if later then later() end', ''],
        ['repeat', 'until true'],
      ),
      fc.array(anyPiece, { minLength: 1, maxLength: 3 }),
    )
    .map(([[head = '', tail = ''], pieces]) => `${head} ${pieces.join('\n')} ${tail}`),
  fc.constantFrom(
    `local h = InputGroupHeader h('B')`,
    `local c = GetCommand('InputGroupHeader') c('C')`,
    `if n == 3 then goto done end`,
    `local _ = n > 2 and InputGroupHeader('B')`,
  ),
);

const PREFACE = `n, later = (n or 0) + 1, later
local shown = {}
local function show(value) shown[#shown + 1] = value end
`;

/** Each key has a value of its own. */
function groupedInputs(): CommandContext['inputs'] {
  let opened = '';
  return {
    value({ label, group }) {
      return Number.parseInt(
        Buffer.from(`${group === '' ? opened : group}.${label}`).toString('hex'),
        16,
      );
    },
    openGroup(label) {
      opened = label;
    },
  };
}

function shownBy(source: string): readonly LuaValue[] {
  const inputs = groupedInputs();
  const bench = benchOf(source, { inputs });
  return Array.from({ length: UPDATES }, () => {
    // No group is open where an update begins.
    inputs.openGroup('');
    return bench.run()[0];
  });
}

test('inputs in groups are those of an unknowing compiler', () => {
  fc.assert(
    fc.property(fc.array(anyStatement, { minLength: 2, maxLength: 9 }), (statements) => {
      // A goto may not jump into the scope of a local.
      const body = `do ${statements.join('\n')} end ::done::`;
      const tail = `return table.concat(shown, ' ')`;
      const source = `${PREFACE}${body}\n${tail}`;
      const hidden = `local t = { Input = Input }\n${PREFACE}${body.replaceAll('Input(', 't.Input(')}\n${tail}`;
      assert.deepEqual(shownBy(source), shownBy(hidden));
    }),
    { numRuns: propertyRuns(100) },
  );
});
