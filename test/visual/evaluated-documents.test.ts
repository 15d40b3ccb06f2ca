// Random documents: the Lua that they become, beside a second, slow evaluation of the document
// itself, update by update.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { someOf } from '../support/share-of-cases.ts';
import { BARS, barOf, drawn, drawnInput, EARLIER_CLOSES, makeDocument } from './drawn-document.ts';
import { foreignDocument } from './foreign-document.ts';
import { SlowDocument } from './slow-evaluator.ts';

/** The lines of each update, which begins with the anchor. */
function updatesOf(lua: string): string[][] {
  const input = { ...drawnInput(), script: { name: 'drawn', source: lua } };
  const ran = runBacktest(input, () => true);
  assert.ok(ran.ok, ran.ok ? '' : `${ran.rejection.message}\n${lua}`);
  const updates: string[][] = [];
  for (const { message } of ran.value.logs) {
    if (message.startsWith('@ ')) updates.push([]);
    updates.at(-1)?.push(message);
  }
  return updates;
}

function isSameLine(a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true;
  const [name, value] = a?.split(' ') ?? [];
  const [otherName, otherValue] = b?.split(' ') ?? [];
  const [one, other] = [Number(value), Number(otherValue)];
  return name === otherName && Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
}

/** A script that does in each update what the second evaluation did in it. */
function scriptOf(acted: readonly (readonly string[])[]): string {
  const updates = acted.map((acts, at) => `if n == ${at + 1} then ${acts.join(' ')} end`);
  return ["local n = Load('n', 0) + 1", "Save('n', n)", ...updates].join('\n');
}

/** The orders, or why it ended. */
function ordersOf(source: string): readonly unknown[] | string {
  const ran = runBacktest({ ...drawnInput(), script: { name: 'drawn', source } }, () => true);
  return ran.ok ? ran.value.orders : ran.rejection.message;
}

test('random documents place in Lua the orders of a second evaluation', (t) => {
  const seen = { documents: 0, orders: 0, refused: 0 };
  for (let seed = 1; seed <= someOf(2_000); seed += 1) {
    const specs = makeDocument(drawn(seed), true);
    const { model } = readVisualText(foreignDocument(specs), VISUAL_PALETTE);
    assert.ok(model !== null, `seed ${seed}`);
    const { lua } = compileVisual(model, VISUAL_PALETTE);
    if (lua === null) continue;
    const slow = new SlowDocument(specs, EARLIER_CLOSES);
    for (const bar of BARS) slow.update(barOf(bar?.[3] ?? 0));
    const [found, expected] = [ordersOf(lua), ordersOf(scriptOf(slow.acted))];

    if (typeof found === 'string') {
      assert.match(found, /takes a constant of/, `seed ${seed}`);
      seen.refused += 1;
      continue;
    }
    assert.deepEqual(found, expected, `seed ${seed}\n${lua}`);
    seen.documents += 1;
    seen.orders += found.length;
  }
  t.diagnostic(JSON.stringify(seen));
  assert.ok(seen.documents > someOf(2_000) / 4 && seen.orders > seen.documents / 2);
});

test('random documents do in Lua what a second evaluation of them does', (t) => {
  let compared = 0;
  let lineCount = 0;
  for (let seed = 1; seed <= someOf(10_000); seed += 1) {
    const specs = makeDocument(drawn(seed));
    const { model } = readVisualText(foreignDocument(specs), VISUAL_PALETTE);
    assert.ok(model !== null, `seed ${seed}`);
    const { lua } = compileVisual(model, VISUAL_PALETTE);
    if (lua === null) continue;
    compared += 1;
    const updates = updatesOf(lua);
    assert.ok(updates.length > 3, `seed ${seed}: ${updates.length} updates`);
    const slow = new SlowDocument(specs, EARLIER_CLOSES);
    for (const [number, lines] of updates.entries()) {
      slow.update(barOf(Number(lines[0]?.slice(2))));
      const expected = slow.logged[number] ?? [];
      const isSame =
        lines.length === expected.length &&
        lines.every((line, at) => isSameLine(line, expected[at]));
      if (!isSame) assert.deepEqual(lines, expected, `seed ${seed}, update ${number}\n${lua}`);
      lineCount += lines.length;
    }
  }
  t.diagnostic(`${compared} documents, ${lineCount} lines`);
  assert.ok(compared > someOf(10_000) / 4, `${compared} documents were compared`);
  assert.ok(lineCount > 20 * compared, `${lineCount} lines`);
});
