// A month of a document in HaasScript's format, on spot and on futures: read, compiled, run, beside
// the same written by hand where it trades, exported and read back.

import assert from 'node:assert/strict';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { foreignText } from '#domain/visual/foreign-text.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { Market } from '#venue-port/market/market.ts';
import { foreignDocument } from './foreign-document.ts';
import { FOREIGN_DOCUMENTS, FOREIGN_LIBRARIES } from './foreign-documents.ts';
import { FOREIGN_TWINS } from './foreign-twins.ts';

export const MONTH_MINUTES = 43_200;
export const WARM_UP_MINUTES = 60_000;

/** Waves of several lengths, so that each rule sees both of its sides. */
const BARS: readonly Bar[] = Array.from(
  { length: WARM_UP_MINUTES + MONTH_MINUTES },
  (_, at): Bar => {
    const price = (minute: number): number =>
      Math.round(
        20_000 +
          900 * Math.sin(minute / 900) +
          250 * Math.sin(minute / 70) +
          40 * Math.sin(minute / 5),
      );
    const [open, close] = [price(at - 1), price(at)];
    return [open, Math.max(open, close) + 5, Math.min(open, close) - 5, close, 1_000 + (at % 97)];
  },
);

type Setup = {
  readonly source: string;
  readonly libraries: BacktestInput['libraries'];
  readonly market: Market | null;
  readonly bars?: readonly Bar[];
};

/** A month of a script, from the minute on at which all of its history is there. */
export function monthOf({ source, libraries, market, bars = BARS }: Setup): BacktestReport {
  const setup = { warmUpRows: WARM_UP_MINUTES, intervalMinutes: 60, ...(market ? { market } : {}) };
  const input = { ...planInput(bars, setup), script: { name: 'drawn', source }, libraries };
  const ran = runBacktest(input, () => true);
  assert.ok(ran.ok, ran.ok ? '' : `${ran.rejection.message}\n${source}`);
  return ran.value;
}

/** All of the orders that says how they traded; a note is for readers. */
export function tradesOf({ orders }: BacktestReport): readonly unknown[] {
  return orders.map((order) => ({ ...order, note: '' }));
}

type MonthFigures = { readonly orders: number; readonly trades: number; readonly plots: number };

export type ForeignMonth = {
  readonly blocks: number;
  readonly luaLines: number;
  readonly spot: MonthFigures;
  readonly futures: MonthFigures;
  /** A script by hand placed the same orders on both; false: there is none, and it places none. */
  readonly hasTwin: boolean;
  /** A command, which a script of one line calls. */
  readonly isCommand: boolean;
};

/** Fails where anything of it is not as it should be. */
export function foreignMonth(title: string): ForeignMonth {
  const specs = FOREIGN_DOCUMENTS[title] ?? [];
  const { model, problems } = readVisualText(foreignDocument(specs), VISUAL_PALETTE);
  assert.deepEqual(problems, []);
  assert.ok(model !== null);
  const { lua, problems: found } = compileVisual(model, VISUAL_PALETTE);
  assert.ok(lua !== null, JSON.stringify(found));
  const again = readVisualText(foreignText(model, VISUAL_PALETTE), VISUAL_PALETTE);
  assert.deepEqual(again, { model, problems: [] });
  const isCommand = lua.includes('DefineCommand');
  const name = /DefineCommand\('(\w+)'/.exec(lua)?.[1] ?? '';
  const source = isCommand ? `CC_${name}(5)` : lua;
  const own = isCommand ? [{ name: 'library', source: lua }] : [];
  const libraries = [...FOREIGN_LIBRARIES, ...own];
  const twin = FOREIGN_TWINS[title];
  const run = (market: Market | null): MonthFigures => {
    const report = monthOf({ source, libraries, market });
    const { orders, positions, plots } = report;
    assert.ok(report.logs.every(({ severity }) => severity !== 'error'));
    assert.ok(twin !== undefined || orders.length === 0 || title.startsWith('Easy'));
    if (twin !== undefined) {
      assert.deepEqual(tradesOf(report), tradesOf(monthOf({ source: twin, libraries, market })));
    }
    return { orders: orders.length, trades: positions.length, plots: plots.length };
  };
  const [spot, futures] = [run(null), run(VANILLA)];
  const seen = spot.orders + spot.plots + futures.orders + futures.plots;
  assert.ok(seen > 0 || isCommand, 'it trades or draws');
  const luaLines = lua.trimEnd().split('\n').length;
  return {
    blocks: model.blocks.length,
    luaLines,
    spot,
    futures,
    hasTwin: twin !== undefined,
    isCommand,
  };
}
