import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { test } from 'node:test';

import { filesOfTurn, longestFirst, PROCESSOR_S, turnOfCommit, TURNS } from './test-turns.ts';

const [LONGEST = '', SECOND = ''] = longestFirst(Object.keys(PROCESSOR_S));
const ALL_TURNS = Array.from({ length: TURNS }, (_, index) => ({ index, count: TURNS }));
const FILES = [...globSync('test/processes/**/*.test.ts'), ...globSync('test/tenants/*.long.ts')];

test('files that take minutes come first, all others in their order, each once', () => {
  assert.deepEqual(longestFirst(['b.test.ts', SECOND, 'a.test.ts', LONGEST]), [
    LONGEST,
    SECOND,
    'a.test.ts',
    'b.test.ts',
  ]);
});

test('each file that is said to take minutes is there', () => {
  assert.deepEqual(
    Object.keys(PROCESSOR_S).filter(
      (file) => !existsSync(new URL(`../../${file}`, import.meta.url)),
    ),
    [],
  );
});

test('each file has exactly one turn, whatever order they are listed in', () => {
  const turns = ALL_TURNS.map((turn) => filesOfTurn(FILES, turn));
  assert.deepEqual(turns.flat().toSorted(), FILES.toSorted());
  assert.deepEqual(
    ALL_TURNS.map((turn) => filesOfTurn(FILES.toReversed(), turn)),
    turns,
  );
});

test('no turn takes much longer than another', () => {
  const seconds = ALL_TURNS.map((turn) =>
    filesOfTurn(FILES, turn).reduce((sum, file) => sum + (PROCESSOR_S[file] ?? 25), 0),
  );
  const longest = Math.max(...seconds);
  assert.ok(longest <= Math.min(...seconds) * 1.25, `turns take ${seconds.join(', ')} s`);
});

test('every turn comes, about as often as any other', () => {
  const counts = new Map<number, number>();
  const commits = 6_000;
  for (let commit = 0; commit < commits; commit += 1) {
    const hash = (commit * 2_654_435_761).toString(16).padStart(8, '0').slice(-8);
    const { index } = turnOfCommit(`${hash}${'0'.repeat(32)}`, TURNS);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  assert.equal(counts.size, TURNS);
  const least = (0.8 * commits) / TURNS;
  for (const count of counts.values()) assert.ok(count > least, `a turn comes ${count} times`);
});

test('a turn that is not one, and a text that is no hash, are refused', () => {
  assert.throws(() => filesOfTurn(FILES, { index: TURNS, count: TURNS }), /turn/);
  assert.throws(() => filesOfTurn(FILES, { index: -1, count: TURNS }), /turn/);
  assert.throws(() => turnOfCommit('main', TURNS), /hash/);
});
