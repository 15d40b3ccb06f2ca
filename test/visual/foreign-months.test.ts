// Documents in HaasScript's format: compiled, run for a month on spot and on futures with the
// orders of the same written by hand, exported and read back.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import type { Market } from '#domain/market/market.ts';
import { foreignText } from '#domain/visual/foreign-text.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { someOf } from '../support/share-of-cases.ts';
import { foreignDocument } from './foreign-document.ts';
import { FOREIGN_DOCUMENTS, FOREIGN_LIBRARIES } from './foreign-documents.ts';
import { FOREIGN_TWINS } from './foreign-twins.ts';

const MONTH_MINUTES = 43_200;
const WARM_UP_MINUTES = 60_000;

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
};

function monthOf({ source, libraries, market }: Setup): BacktestReport {
  const setup = { warmUpRows: WARM_UP_MINUTES, intervalMinutes: 60, ...(market ? { market } : {}) };
  const input = { ...planInput(BARS, setup), script: { name: 'drawn', source }, libraries };
  const ran = runBacktest(input, () => true);
  assert.ok(ran.ok, ran.ok ? '' : `${ran.rejection.message}\n${source}`);
  return ran.value;
}

/** All of the orders that says how they traded; a note is for readers. */
function tradesOf({ orders }: BacktestReport): readonly unknown[] {
  return orders.map((order) => ({ ...order, note: '' }));
}

const MARKETS = [null, VANILLA];

suite('a month of minutes', () => {
  const some = Object.entries(FOREIGN_DOCUMENTS).filter((_, at) => at % 10 < someOf(10));
  for (const [title, specs] of some) {
    test(title, () => {
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
      let seen = 0;
      for (const market of MARKETS) {
        const report = monthOf({ source, libraries, market });
        assert.ok(report.logs.every(({ severity }) => severity !== 'error'));
        assert.ok(twin !== undefined || report.orders.length === 0 || title.startsWith('Easy'));
        seen += report.orders.length + report.plots.length;
        if (twin === undefined) continue;
        const expected = monthOf({ source: twin, libraries, market });
        assert.deepEqual(tradesOf(report), tradesOf(expected));
      }
      assert.ok(seen > 0 || isCommand, 'it trades or draws');
    });
  }
});
