// Cost of a script's update: on a year of one-minute candles, beside the same thing written by hand
// in TypeScript, and beside real Lua. Run: npm run bench:script [-- name …]. Each figure is the
// best of several rounds, in nanoseconds per update. A round is a backtest: a fresh instance, all
// rows; columns are there already, as they are for all runs of a lab but the first.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { offeredNames } from '#commands/binding/offered-names.ts';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runRows } from '#lua/run-script.ts';
import type { Columns } from './script/hand-written.ts';
import { plain, plainOptimised, smaCross, threeIndicators } from './script/hand-written.ts';
import { columnsOver, makeHost, makeStore, walk } from './script/host.ts';
import { runInNativeLua, runInWasmoon } from './script/real-lua.ts';

const YEAR_ROWS = 525_600;
const ROUNDS_MIN = 9;
const MEASURE_MS = 3_000;
const LONG_NS = 100_000_000;

type HandWrittenLoop = (columns: Columns, rows: number) => number;

type Program = {
  readonly name: string;
  readonly written: HandWrittenLoop;
  readonly optimised?: HandWrittenLoop;
  /** Rows that real Lua runs; fewer, since it is slow. */
  readonly luaRows: number;
};

const PROGRAMS: readonly Program[] = [
  { name: 'sma-cross', written: smaCross, luaRows: 50_000 },
  { name: 'three-indicators', written: threeIndicators, luaRows: 50_000 },
  { name: 'plain-lua', written: plain, optimised: plainOptimised, luaRows: 10_000 },
];

/**
 * How long one run takes: by the clock, whose best time is that of a run in which nothing else had
 * the processor; a long run has none such, so the processor's time counts, in ticks of some
 * milliseconds.
 */
function timeNs(run: () => void): number {
  const cpu = process.threadCpuUsage();
  const start = process.hrtime.bigint();
  run();
  const ns = Number(process.hrtime.bigint() - start);
  const { user, system } = process.threadCpuUsage(cpu);
  return ns < LONG_NS ? ns : (user + system) * 1000;
}

/** Runs things in turn, so that all meet the same weather; the best time of each. */
function bestNs(runs: readonly (() => void)[]): number[] {
  const best = runs.map(() => Infinity);
  const end = process.hrtime.bigint() + BigInt(MEASURE_MS) * 1_000_000n;
  for (let round = 0; round < ROUNDS_MIN || process.hrtime.bigint() < end; round += 1) {
    for (const [index, run] of runs.entries()) {
      best[index] = Math.min(best[index] ?? 0, timeNs(run));
    }
  }
  return best;
}

/** Runs a compiled script over all rows; gives what its orders and totals add up to. */
function prepare(source: string, close: Float64Array): () => number {
  const compiled = compileScript(source, { ...COMPILE_DEFAULTS, host: offeredNames() });
  assert(compiled.ok, compiled.ok ? '' : JSON.stringify(compiled.rejection));
  const loaded = loadScript(compiled.value);
  const store = makeStore(close.length);
  return () => {
    const { host, orders, release } = makeHost(store);
    const instance = createInstance(loaded, host, 1);
    const { row, failure } = runRows(instance, DEFAULT_LIMITS, 0, close.length);
    assert.equal(failure, null);
    assert.equal(row, close.length);
    release();
    return orders() + Number(instance.globals.hash['total'] ?? 0);
  };
}

function agree(a: number, b: number, name: string): void {
  assert(Math.abs(a - b) <= Math.abs(b) * 1e-9, `${name}: the programs disagree, ${a} and ${b}`);
}

function report(label: string, ns: number, ratio: string): void {
  console.log(`  ${label.padEnd(28)}${ns.toFixed(1).padStart(10)}   ${ratio}`);
}

async function measure(program: Program, columns: Columns): Promise<void> {
  const { name, written, optimised, luaRows } = program;
  const close = columns['close'] ?? new Float64Array();
  const source = readFileSync(join(import.meta.dirname, 'script', `${name}.lua`), 'utf8');
  const ours = prepare(source, close);
  agree(ours(), written(columns, close.length), name);
  const runs = [ours, () => written(columns, close.length)];
  if (optimised !== undefined) {
    agree(optimised(columns, close.length), written(columns, close.length), name);
    runs.push(() => optimised(columns, close.length));
  }
  const [own = 0, hand = 0, best] = bestNs(runs).map((ns) => ns / close.length);
  const expected = written(columns, luaRows);
  const wasm = await runInWasmoon(source, columns, luaRows);
  agree(wasm.result, expected, `${name} in wasmoon`);
  const native = runInNativeLua(source, columns, luaRows);
  if (native !== null) agree(native.result, expected, `${name} in lua5.4`);
  console.log(`${name}, ns per update`);
  report('compiled', own, '');
  report('hand-written', hand, `compiled takes ${(own / hand).toFixed(2)} times as long`);
  if (best !== undefined) {
    report('hand-optimised', best, `compiled takes ${(own / best).toFixed(2)} times as long`);
  }
  report('wasmoon', wasm.nsPerUpdate, `${(wasm.nsPerUpdate / own).toFixed(1)} times the compiled`);
  if (native === null) console.log('  lua5.4 is not installed');
  else {
    const ratio = `${(native.nsPerUpdate / own).toFixed(1)} times the compiled`;
    report('lua5.4', native.nsPerUpdate, ratio);
  }
}

const wanted = process.argv.slice(2);
const columns = columnsOver(walk(YEAR_ROWS), 10, 30);
for (const program of PROGRAMS) {
  if (wanted.length === 0 || wanted.includes(program.name)) await measure(program, columns);
}
