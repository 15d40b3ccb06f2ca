// Cost of visual scripts beside the same written by hand in Lua: updates alone, over a year of
// minutes with all columns there, and whole backtests of a month. The two take turns; each figure
// is the best of many rounds, in nanoseconds of processor time per update. The part `checks` is the
// time of a check of large documents, in milliseconds. Two parts are made only where they are
// named: `requests` sends bad documents to a running service, `documents` runs those in
// HaasScript's format for a month; both print a table.
// Run: npm run bench:visual [-- name … checks requests documents].

import assert from 'node:assert/strict';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { offeredNames } from '#commands/binding/offered-names.ts';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runRows } from '#lua/run-script.ts';
import { benchInput } from './backtest/bench-input.ts';
import { simulatedMinutes } from './backtest/minutes.ts';
import { makeHost, makeStore } from './script/host.ts';
import type { VisualProgram } from './visual/documents.ts';
import { measureBadRequests } from './visual/bad-requests.ts';
import { measureChecks } from './visual/check-costs.ts';
import { printDocumentMonths } from './visual/document-months.ts';
import { TEMPLATE_SCRIPTS, VISUAL_SCRIPTS } from './visual/documents.ts';

const YEAR_ROWS = 525_600;
const HISTORY_ROWS = 20_000;
const MONTH_ROWS = 43_200;
const ROUNDS_MIN = 60;
const MEASURE_NS = 8_000_000_000n;

/** A run, with what it comes to. */
type Run = () => unknown;

const wanted = process.argv.slice(2);
const PARTS = new Set(['checks', 'requests', 'documents']);

if (wanted.length === 0 || wanted.includes('checks')) await measureChecks();
if (wanted.includes('requests')) await measureBadRequests();
if (wanted.includes('documents')) printDocumentMonths();
if (wanted.length > 0 && wanted.every((name) => PARTS.has(name))) process.exit(0);

const STORE = makeStore(YEAR_ROWS);

function updatesOf(source: string): Run {
  const compiled = compileScript(source, { ...COMPILE_DEFAULTS, host: offeredNames() });
  assert(compiled.ok, compiled.ok ? '' : JSON.stringify(compiled.rejection));
  const loaded = loadScript(compiled.value);
  return () => {
    const { host, orders, release } = makeHost(STORE);
    const instance = createInstance(loaded, host, 1);
    const { failure } = runRows(instance, DEFAULT_LIMITS, 0, YEAR_ROWS);
    assert.equal(failure, null);
    release();
    return orders();
  };
}

const MINUTES = simulatedMinutes(HISTORY_ROWS + MONTH_ROWS);

function backtestOf(source: string): Run {
  const input = benchInput(MINUTES, source, {});
  const later = { ...input, startMs: input.startMs + HISTORY_ROWS * 60_000 };
  return () => {
    const ran = runBacktest(later, () => true);
    assert(ran.ok, ran.ok ? '' : ran.rejection.message);
    return ran.value.orders;
  };
}

function measure({ name, visual, byHand }: VisualProgram, of: (source: string) => Run): void {
  const runs = [of(visual), of(byHand)];
  const [found, expected] = runs.map((run) => run());
  assert.deepEqual(found, expected, `${name}: the same orders`);
  const rows = of === updatesOf ? YEAR_ROWS : MONTH_ROWS;
  const best = runs.map(() => Infinity);
  const end = process.hrtime.bigint() + MEASURE_NS;
  for (let round = 0; round < ROUNDS_MIN || process.hrtime.bigint() < end; round += 1) {
    for (const [at, run] of runs.entries()) {
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      const ns = (1_000 * (user + system)) / rows;
      best[at] = Math.min(best[at] ?? Infinity, ns);
    }
  }
  const [own = 0, hand = 0] = best;
  const figures = [own, hand].map((ns) => ns.toFixed(2).padStart(9)).join('');
  console.log(`${name.padEnd(30)}${figures}   ${(own / hand).toFixed(2)} times`);
}

console.log('Nanoseconds per update           visual  by hand');
for (const program of VISUAL_SCRIPTS) {
  if (wanted.length === 0 || wanted.includes(program.name)) measure(program, updatesOf);
}
for (const program of TEMPLATE_SCRIPTS) {
  if (wanted.length === 0 || wanted.includes(program.name)) measure(program, backtestOf);
}
