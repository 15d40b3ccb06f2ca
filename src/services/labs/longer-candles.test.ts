// A lab on a market whose history has candles of fifteen minutes only: its results are those of
// single backtests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import type { CandleFile } from '#ports/world/candle-files.ts';
import { choicesToText, NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { gatherInput } from '#services/backtests/gather-input.ts';
import { importHistory } from '#services/history/import-history.ts';
import { planFromText } from '#services/labs/lab-plan.ts';
import { storedResultFromText } from '#services/labs/lab-results.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';
import { LAB_WINDOW, labHarness } from '#services/labs/lab-harness.fixture.ts';

const CANDLE_MS = 15 * MINUTE_MS;
const DAY_MS = 96 * CANDLE_MS;

/** A slow and a fast wave, so that averages of different lengths cross at different candles. */
function rowsOfWaves(fromMs: number, toMs: number): string {
  const priceAt = (place: number): number =>
    60_000 + Math.round(900 * Math.sin(place / 11) + 250 * Math.sin(place / 3));
  const rows: string[] = [];
  for (let openMs = fromMs, place = 0; openMs < toMs; openMs += CANDLE_MS, place += 1) {
    const [open, close] = [priceAt(place), priceAt(place + 1)];
    const [high, low] = [Math.max(open, close) + 40, Math.min(open, close) - 40];
    rows.push([openMs / 1_000, open, high, low, close, 500].join(','));
  }
  return `time,open,high,low,close,volume\n${rows.join('\n')}\n`;
}

async function harnessOfCandles() {
  const harness = await labHarness(undefined, undefined, []);
  const text = rowsOfWaves(LAB_WINDOW.startMs - DAY_MS, LAB_WINDOW.endMs + DAY_MS);
  const bytes = new TextEncoder().encode(text);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  const open = async (): Promise<CandleFile> => ({
    linesAre: 'lines',
    isVerified: false,
    byteCount: bytes.length,
    bytesRead: () => 0,
    chunks: chunks(),
  });
  const target = {
    exchange: 'sim',
    symbol: 'BTC/USDT',
    marketType: 'futures',
    paths: ['x'],
  } as const;
  const imported = await importHistory(
    { ...harness.deps, candleFiles: { list: async (path) => [path], open } },
    {
      ...target,
      terms: {},
      columns: {},
      roundsPrices: false,
      lastLine: 'refuse',
      onDifference: 'refuse',
    },
    () => undefined,
  );
  assert.ok(imported.ok, imported.ok ? '' : imported.rejection.code);
  assert.equal(imported.value.candleMinutes, 15);
  return harness;
}

for (const rules of ['realistic', 'tradingview'] as const)
  for (const intervalMinutes of [15, 60])
    test(`results are those of single backtests: ${rules}, ${intervalMinutes} minutes`, async () => {
      const harness = await harnessOfCandles();
      const choices = { ...NO_CHOICES, rules };
      const lab = await harness.carryOut(await harness.start({ choices }, intervalMinutes));
      assert.equal(lab.status, 'completed', lab.execution?.cancelReason ?? '');
      const key = executionKeyOf(lab);
      const { seed } = planFromText(
        present(await harness.deps.labs.findPlan(key), 'it was started'),
      );
      const results = await harness.deps.labs.readResults(key, 0, 100);
      assert.equal(results.length, 3);
      const seen = new Set<bigint>();
      for (const [place, { figures }] of results.entries()) {
        const stored = present(storedResultFromText(figures).figures, 'no run failed');
        const inputs = [['Fast', [2, 3, 5][place] ?? 0] as const, ['Slow', 9] as const];
        const { account, script, deps } = harness;
        const requested = {
          backtestId: 'bt_1',
          userId: lab.userId,
          scriptId: script.scriptId,
          accountId: account.accountId,
          marketTag: lab.design.marketTag ?? '',
          intervalMinutes,
          ...LAB_WINDOW,
          choices: choicesToText({ ...choices, inputs, seed }),
          queuedAtMs: 0,
        };
        const gathered = await gatherInput(deps, requested);
        assert.ok(gathered.ok);
        assert.equal(gathered.value.input.markets[0]?.candleMinutes, 15);
        const run = runBacktest(gathered.value.input, () => true);
        assert.ok(run.ok);
        const report = run.value;
        for (const name of ['realizedProfit', 'fees', 'roiPercent', 'maxDrawdownPercent'] as const)
          assert.equal(stored[name], report[name], name);
        assert.equal(stored.ordersFilled, report.ordersFilled);
        assert.equal(stored.positionsClosed, report.positionsClosed);
        assert.deepEqual(stored.assumptions, report.assumptions);
        assert.ok(report.positionsClosed > 0);
        seen.add(report.realizedProfit);
      }
      assert.ok(seen.size > 1, 'the inputs matter');
    });
