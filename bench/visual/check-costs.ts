// Time of a check of large documents beside that of a script as long: the Lua that a document
// becomes, and another Lua script with as many bytes as the document. The three take turns, and
// the best of the rounds counts. And the time in which documents beyond all limits are refused.

import assert from 'node:assert/strict';
import { checkScript } from '#commands/check/check-script.ts';
import { checkVisual } from '#services/scripts/check-visual.ts';
import type { ScriptCheck } from '#services/scripts/script-deps.ts';
import { largeGraph } from '../../test/console/large-graph.ts';

const ROUNDS = 15;
const SIZES = [100, 300, 900];

const checker = { check: async (source: string): Promise<ScriptCheck> => checkScript(source, []) };

async function checkedVisual(document: string): Promise<ScriptCheck | null> {
  const checked = await checkVisual({ checker }, document, [], '');
  return checked.ok ? checked.value.check : null;
}

/** A script of about as many bytes as `bytes`, written as people do. */
function luaOf(bytes: number): string {
  const lines = ['local close = ClosePrices(60)'];
  for (let at = 0, length = 0; length < bytes; at += 1) {
    const lua = `do
  local fast, slow = EMA(close, ${5 + (at % 40)}), EMA(close, ${60 + (at % 40)})
  if fast > slow * 0.99 and close > fast then
    DoLong()
  elseif fast < slow then
    DoExitPosition()
  end
end`;
    lines.push(lua);
    length += lua.length + 1;
  }
  return lines.join('\n');
}

/** The best of the rounds of each, in milliseconds of wall time. */
async function best(runs: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
  const found = runs.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, run] of runs.entries()) {
      const start = process.hrtime.bigint();
      await run();
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      found[at] = Math.min(found[at] ?? Infinity, ms);
    }
  }
  return found;
}

async function measureSize(blocks: number): Promise<void> {
  const document = largeGraph(blocks);
  const check = await checkedVisual(document);
  const lua = check?.lua ?? '';
  assert.ok(check?.isValid === true && lua !== '', JSON.stringify(check?.errors));
  const other = luaOf(document.length);
  assert.ok(checkScript(other, []).isValid);
  const [visual = 0, own = 0, long = 0] = await best([
    () => checkedVisual(document),
    () => checker.check(lua),
    () => checker.check(other),
  ]);
  const kilobytes = (text: string): string => (text.length / 1_000).toFixed(0);
  console.log(
    `${blocks} blocks (${kilobytes(document)} kB): ${visual.toFixed(1)} ms; its Lua ` +
      `(${kilobytes(lua)} kB): ${own.toFixed(1)} ms, ${(visual / own).toFixed(2)} times; Lua as ` +
      `long as the document: ${long.toFixed(1)} ms, ${(visual / long).toFixed(2)} times`,
  );
}

async function measureRefusal(name: string, document: string): Promise<void> {
  assert.equal(await checkedVisual(document), null, name);
  const [ms = 0] = await best([() => checkedVisual(document)]);
  console.log(`${name}: refused after ${ms.toFixed(1)} ms`);
}

/** A document that a check has to read, and no service takes. */
function blocksInOwnForm(count: number): string {
  const blocks = Array.from({ length: count }, (_, at) => ({ id: `b${at}`, command: 'DoLong' }));
  return JSON.stringify({ format: 'tidemill-visual', version: 1, blocks });
}

export async function measureChecks(): Promise<void> {
  for (const size of SIZES) await measureSize(size);
  await measureRefusal('5,000 blocks', blocksInOwnForm(5_000));
  await measureRefusal('10 MB', `[${' '.repeat(10_000_000)}]`);
  await measureRefusal('100,000 brackets', '['.repeat(100_000));
}
