// Imports of libraries: functions, methods, types, enums and constants of one, libraries that
// import others, and what is missing.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { compilePine } from '#pine/program/compile-pine.ts';
import type { PineLibrary } from '#pine/program/link-libraries.ts';

const SHAPES: PineLibrary = {
  name: 'Shapes',
  source: `//@version=6
// @description Rectangles.
library("Shapes")
import me/Numbers/3 as n
FACTOR = 2
export type Rect
    float width = 1
    float height = 1
export enum Side
    long = "the long one"
    short
hidden(float x) => x * FACTOR
export area(Rect r) => r.width * r.height
export method grow(Rect this, float by) =>
    this.width := this.width + by
    this
export doubled(float x) => n.half(hidden(hidden(x)))
export count() =>
    var int FACTOR = 0
    FACTOR += 1
    FACTOR
export const float LIMIT = 12.5
plot(close)
`,
};

const NUMBERS: PineLibrary = {
  name: 'a script',
  source: '//@version=6\nlibrary("Numbers", overlay = true)\nexport half(float x) => x / 2\n',
};

const LIBRARIES = [SHAPES, NUMBERS];

function logged(body: string, libraries: readonly PineLibrary[] = LIBRARIES): readonly string[] {
  const source = `//@version=6\nindicator("x")\nimport me/Shapes/1 as s\n${body}\n`;
  const input = planInput(
    [100, 101, 102].map((price) => [price, price, price, price] as const),
    { market: VANILLA, settings: { startsCold: true } },
  );
  const done = runBacktest({ ...input, libraries, script: { name: 'x', source } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value.logs.map(({ message }) => message);
}

function mistakeOf(body: string, libraries: readonly PineLibrary[]): string {
  const compiled = compilePine(`//@version=6\nindicator("x")\n${body}\nplot(close)\n`, libraries);
  assert(!compiled.ok);
  const [first] = compiled.rejection;
  return `${first?.line}: ${first?.message}`;
}

suite('Libraries of the account', () => {
  test('give their functions, types, methods, enums and constants', () => {
    const body = `r = s.Rect.new(3, 4)
s.Rect other = s.Rect.new()
r.grow(1)
side = s.Side.long
log.info("{0} {1} {2} {3} {4}", s.area(r), other.width, s.doubled(5), s.LIMIT, str.tostring(side))`;
    assert.equal(logged(body)[0], '16 1 10 12.5 the long one');
  });

  test('have a state for each call, and names of their own', () => {
    const body = 'FACTOR = 7\nlog.info("{0} {1} {2}", s.count(), s.count() * 10, FACTOR)';
    assert.deepEqual(logged(body), ['1 10 7', '2 20 7', '3 30 7']);
  });

  test('are looked for by the name of the script and by their title', () => {
    assert.match(
      mistakeOf('import me/Absent/1', LIBRARIES),
      /^3: library 'me\/Absent' is not among the scripts here; save it under the name 'Absent'$/,
    );
    assert.match(mistakeOf('import me/Shapes/1', [SHAPES]), /^3: library 'me\/Numbers' is not/);
  });

  test('have versions where their names do, and the one without is any other', () => {
    const version = (name: string, member: string): PineLibrary => ({
      name,
      source: `//@version=6\nlibrary("Steps")\nexport ${member}(float x) => x\n`,
    });
    const [first, second] = [version('Steps/1', 'one'), version('Steps v2', 'two')];
    const all = [first, second, version('Steps', 'any')];
    for (const [number, member] of [
      [1, 'one'],
      [2, 'two'],
      [3, 'any'],
    ] as const) {
      const body = `import me/Steps/${number} as s\nx = s.${member}(1.0)`;
      assert(compilePine(`//@version=6\nindicator("x")\n${body}\n`, all).ok, member);
    }
    assert.match(mistakeOf('import me/Steps/1 as s\nx = s.two(1.0)', all), /^4: unknown/);
    const absent = mistakeOf('import me/Steps/3 as s', [first, second]);
    assert.match(absent, /^3: .*which have version 1, 2; save it under .*'Steps' or 'Steps\/3'/);
  });

  test('are libraries, without mistakes, and do not import themselves', () => {
    const plain = { name: 'Plain', source: '//@version=6\nindicator("Plain")\n' };
    assert.match(mistakeOf('import me/Plain/1', [plain]), /^3: script 'Plain' is no library/);
    const broken = { name: 'B', source: '//@version=6\nlibrary("B")\nexport f( =>\n' };
    assert.match(
      mistakeOf('import me/B/1', [broken]),
      /^3: library 'me\/B' has a mistake in line 3/,
    );
    const loop = { name: 'C', source: '//@version=6\nlibrary("C")\nimport me/C/1\n' };
    assert.match(mistakeOf('import me/C/1', [loop]), /^3: library 'me\/C' imports itself/);
  });

  test('show nothing that they do not export', () => {
    assert.match(mistakeOf('import me/Shapes/1 as s\nx = s.hidden(1)', LIBRARIES), /^4: unknown/);
  });
});
