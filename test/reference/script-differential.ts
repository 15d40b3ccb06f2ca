// A generated script run by the compiler over all rows, and by the slow interpreter row by row.

import assert from 'node:assert/strict';
import { offeredNames } from '#engine/binding/offered-names.ts';
import { makeHostOnStage } from '#engine/binding/make-host.ts';
import {
  customCommandNames,
  prepareCustomCommands,
} from '#engine/binding/prepare-custom-commands.ts';
import { createFlatContext } from '#engine/check/flat-context.ts';
import { makeColumnStore } from '#engine/series/column-store.ts';
import { makeSeriesDesk } from '#engine/series/make-series-desk.ts';
import { walkWindow } from '#engine/series/window.sample.ts';
import { shownValue } from '#engine/backtest/watched-script.sample.ts';
import { COMPILE_DEFAULTS, compileScript } from '#script/compile-script.ts';
import { loadScript } from '#script/load-script.ts';
import { createInstance, DEFAULT_LIMITS, runRows } from '#script/run-script.ts';
import type { LuaValue } from '#script/runtime/value.ts';
import { NIL } from '#script/semantics/kind.ts';
import { parse } from '#script/syntax/parse.ts';
import { slowCommands } from './slow-commands.ts';
import { runSlowly } from './slow-interpreter.ts';
import { SlowFault } from './slow-values.ts';

/** Rows before the first update, so that the shorter averages have values and the longer none. */
const FIRST_ROW = 13;
const UPDATES = 14;

const LIBRARIES = [
  {
    name: 'Gap',
    source: `DefineCommand('Gap', 'Distance from the average')
local p = DefineParameter(NumberType, 'period', '', false, 3)
DefineOutput(ListNumberType, ClosePrices() - SMA(ClosePrices(), p))`,
  },
];

/** The market of the desks of a dry run. */
const TRADE_MARKET = 'SIM_BTC_USDT_';
const INTERVALS = [1, 5] as const;
const PLAIN = { marketTag: null, isClosedOnly: false, style: 'candle' } as const;

const WINDOW = walkWindow(7, FIRST_ROW + UPDATES, { marketTag: TRADE_MARKET, missing: 0 });

/** One line for each `See`, and for each update that failed, by the compiled script. */
function compiledLines(source: string, runColumnsMax: number): readonly string[] {
  const compiled = compileScript(source, {
    ...COMPILE_DEFAULTS,
    host: new Map([
      ...offeredNames(source, customCommandNames(LIBRARIES)),
      ['See', { type: 'function', result: NIL, isSingle: true }],
    ]),
    refusesUnknownNames: false,
  });
  assert(compiled.ok, compiled.ok ? '' : `${JSON.stringify(compiled.rejection)} in\n${source}`);
  const flat = createFlatContext();
  const { marketTag } = WINDOW.market;
  const store = makeColumnStore([WINDOW], { runColumnsMax });
  const host = makeHostOnStage((cursor) => {
    const series = makeSeriesDesk({ store, cursor, marketTag, intervalMinutes: 1 });
    // Prices are always columns.
    for (const source of ['open', 'high', 'low', 'close'] as const) {
      for (const minutes of INTERVALS) {
        series.prices({ ...PLAIN, source, intervalMinutes: minutes });
      }
    }
    const run = { ...flat.context.run, updateNumber: () => cursor.row };
    return { ...flat.context, series, run };
  }, prepareCustomCommands(LIBRARIES));
  const lines: string[] = [];
  const See = (...values: LuaValue[]): undefined => {
    const texts = values.map((value) => (isTable(value) ? 'table' : shownValue(value, 3)));
    lines.push(`${host.row}: ${texts.join(' | ')}`);
  };
  const instance = createInstance(loadScript(compiled.value), Object.assign(host, { See }), 1);
  for (let from = FIRST_ROW; from < FIRST_ROW + UPDATES;) {
    const { row, failure } = runRows(instance, DEFAULT_LIMITS, from, FIRST_ROW + UPDATES);
    if (failure !== null) lines.push(`${row}: failed`);
    from = failure === null ? row : row + 1;
    Object.assign(host, { isStirred: false });
  }
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
  const run = { globals: new Map(), commands: slowCommands(market, lines) };
  for (; market.row < FIRST_ROW + UPDATES; market.row += 1) {
    try {
      runSlowly(run, chunk);
    } catch (error) {
      if (!(error instanceof SlowFault)) throw error;
      lines.push(`${market.row}: failed`);
    }
  }
  return lines;
}

/** With room for columns, and almost without. */
export function assertSameScript(source: string): void {
  const expected = slowLines(source);
  for (const runColumnsMax of [2_000, 10]) {
    const found = compiledLines(source, runColumnsMax);
    const at = expected.findIndex((line, index) => line !== found[index]);
    if (at < 0 && found.length === expected.length) continue;
    const place = at < 0 ? expected.length : at;
    const what = `columns ${runColumnsMax}: "${found[place]}", slowly "${expected[place]}"`;
    assert.fail(`${what} in\n${source}`);
  }
}
