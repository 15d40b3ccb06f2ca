// A generated script run by the compiler over all rows, and by the slow interpreter row by row.

import assert from 'node:assert/strict';
import { offeredNames } from '#commands/binding/offered-names.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { customCommandNames } from '#commands/binding/custom-command-names.ts';
import { prepareCustomCommands } from '#commands/binding/prepare-custom-commands.ts';
import { createFlatContext } from '#commands/check/flat-context.ts';
import { makeColumnStore } from '#engine/series/column-store.ts';
import type { ColumnStore } from '#engine/series/column-store.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import { walkWindow } from '#engine/series/window.fixture.ts';
import { shownValue } from '#backtesting/watched-script.fixture.ts';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import type { LoadedScript } from '#lua/load-script.ts';
import { createInstance, DEFAULT_LIMITS, runRows } from '#lua/run-script.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { NIL } from '#lua/semantics/kind.ts';
import type { NameOffer } from '#lua/semantics/names-offered.ts';
import { parse } from '#lua/syntax/parse.ts';
import { PROGRAM_LIBRARIES } from './program-libraries.ts';
import { withCustomCommands } from './slow-custom-commands.ts';
import { slowCommands } from './slow-commands.ts';
import { runSlowly } from './slow-interpreter.ts';
import { SlowFault } from './slow-values.ts';

/** Rows before the first update, so that the shorter averages have values and the longer none. */
const FIRST_ROW = 13;
const UPDATES = 14;
/** A script that fails so often is not run further. */
const FAILURES_MAX = 3;

const CUSTOM = prepareCustomCommands(PROGRAM_LIBRARIES);
const SLOW_LIBRARIES = PROGRAM_LIBRARIES.map(({ name, source }) => ({
  name,
  chunk: parse(source).chunk,
}));

/** The market of the API of a dry run. */
const TRADE_MARKET = 'SIM_BTC_USDT_';
const INTERVALS = [1, 3, 5, 10] as const;
const PLAIN = { marketTag: null, isClosedOnly: false, style: 'candle' } as const;

/** As many columns as the prices above take, and none for anything else. */
const COLUMNS_OF_PRICES = 4 * INTERVALS.length;

const FLAT = createFlatContext();

const WINDOW = walkWindow(7, FIRST_ROW + UPDATES, { marketTag: TRADE_MARKET, missing: 0 });

const OFFERED: ReadonlyMap<string, NameOffer> = new Map([
  ...offeredNames(customCommandNames(PROGRAM_LIBRARIES)),
  ['See', { type: 'function', result: NIL, isSingle: true }],
]);

function loaded(source: string): LoadedScript {
  const compiled = compileScript(source, {
    ...COMPILE_DEFAULTS,
    host: OFFERED,
    refusesUnknownNames: false,
  });
  assert(compiled.ok, compiled.ok ? '' : `${JSON.stringify(compiled.rejection)} in\n${source}`);
  return loadScript(compiled.value);
}

/** With room for columns, and without any but those of prices. */
const STORES = [2_000, COLUMNS_OF_PRICES].map((runColumnsMax) => ({
  limits: { runColumnsMax },
  store: makeColumnStore([WINDOW], { runColumnsMax }),
}));

/** Programs share a store, as runs do, until it has so many columns. */
const SHARED_GROUPS_MAX = 2_000;

/** One line for each `See`, and for each update that failed, by the compiled script. */
function compiledLines(script: LoadedScript, store: ColumnStore): readonly string[] {
  const { marketTag } = WINDOW.market;
  let release = (): void => undefined;
  const host = makeHostOnStage((cursor) => {
    const series = makeSeriesApi({ store, cursor, marketTag, intervalMinutes: 1 });
    release = () => {
      series.release();
    };
    // Prices are always columns.
    for (const source of ['open', 'high', 'low', 'close'] as const) {
      for (const minutes of INTERVALS) {
        series.prices({ ...PLAIN, source, intervalMinutes: minutes });
      }
    }
    const run = { ...FLAT.context.run, updateNumber: () => cursor.row };
    return { ...FLAT.context, series, run };
  }, CUSTOM);
  const lines: string[] = [];
  const See = (...values: LuaValue[]): undefined => {
    const texts = values.map((value) => (isTable(value) ? 'table' : shownValue(value, 3)));
    lines.push(`${host.row}: ${texts.join(' | ')}`);
  };
  const instance = createInstance(script, Object.assign(host, { See }), 1);
  let failures = 0;
  for (let from = FIRST_ROW; from < FIRST_ROW + UPDATES && failures < FAILURES_MAX;) {
    const { row, failure } = runRows(instance, DEFAULT_LIMITS, from, FIRST_ROW + UPDATES);
    if (failure !== null) lines.push(`${row}: failed`);
    if (failure !== null) failures += 1;
    from = failure === null ? row : row + 1;
    Object.assign(host, { hasRequests: false });
  }
  release();
  return lines;
}

function isTable(value: LuaValue): boolean {
  return typeof value === 'object' && 'hash' in value;
}

/** The same by the slow interpreter. */
function slowLines(source: string): readonly string[] {
  const { chunk, diagnostics } = parse(source);
  assert.deepEqual(diagnostics, []);
  const market = { candles: WINDOW.candles, row: FIRST_ROW };
  const lines: string[] = [];
  const commands = withCustomCommands(slowCommands(market, lines), SLOW_LIBRARIES, market);
  const run = { globals: new Map(), commands };
  let failures = 0;
  for (; market.row < FIRST_ROW + UPDATES && failures < FAILURES_MAX; market.row += 1) {
    try {
      runSlowly(run, chunk);
    } catch (error) {
      if (!(error instanceof SlowFault)) throw error;
      lines.push(`${market.row}: failed`);
      failures += 1;
    }
  }
  return lines;
}

/** With room for columns, and almost without. */
export function assertSameScript(source: string): void {
  const expected = slowLines(source);
  const script = loaded(source);
  for (const shared of STORES) {
    const { limits } = shared;
    if (shared.store.groups.size > SHARED_GROUPS_MAX) {
      shared.store = makeColumnStore([WINDOW], limits);
    }
    const found = compiledLines(script, shared.store);
    const at = expected.findIndex((line, index) => line !== found[index]);
    if (at < 0 && found.length === expected.length) continue;
    const place = at < 0 ? expected.length : at;
    const what = `columns ${limits.runColumnsMax}: "${found[place]}", slowly "${expected[place]}"`;
    assert.fail(`${what} in\n${source}`);
  }
}
