// Files of candles longer than a minute: how their interval is found, what is refused, and what is
// retained of them.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { encodeJson } from '#lib/json.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { candlesOf } from '#domain/candle/columns-from-candles.ts';
import type { ExportHistoryDeps } from '#services/history/export-history.ts';
import { exportHistory } from '#services/history/export-history.ts';
import { historyHarness, HARNESS_NOW_MS } from '#services/history/history-harness.fixture.ts';
import type { ImportHistoryCommand } from '#services/history/import-history.ts';
import { importText } from '#services/history/import-text.fixture.ts';
import { loadHistory } from '#services/history/load-history.ts';

const TAG = 'ARCHIVE_ETH_USDT';
const HEADER = 'timestamp,open,high,low,close,volume';

async function imported(text: string, changes: Partial<ImportHistoryCommand> = {}) {
  const harness = await historyHarness();
  const result = await importText(harness.deps, text, changes);
  assert.ok(result.ok, encodeJson(result));
  return { ...result.value, harness };
}

async function refused(text: string) {
  const harness = await historyHarness();
  const result = await importText(harness.deps, text);
  assert.ok(!result.ok, 'it is refused');
  assert.equal((await harness.deps.history.listHistoryMarkets()).length, 1);
  return result.rejection;
}

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

suite('a file of longer candles', () => {
  const OPEN_MS = Date.UTC(2025, 0, 31, 22);
  const rowsOf = (places: readonly number[], minutes: number): string =>
    lines(
      HEADER,
      ...places.map(
        (place) => `${OPEN_MS / 1_000 + place * minutes * 60},10,12,9,${10 + (place % 2)},8`,
      ),
    );
  const twelve = Array.from({ length: 12 }, (_, place) => place);

  test('is read as candles of its interval, each of which all its minutes show', async () => {
    const made = await imported(rowsOf(twelve, 15));
    assert.deepEqual([made.candleMinutes, made.candlesCount, made.missingCount], [15, 12, 0]);
    assert.equal(made.window.toMs, OPEN_MS + 180 * MINUTE_MS);
    const fromMs = OPEN_MS + 10 * MINUTE_MS;
    const loaded = await loadHistory(made.harness.deps, TAG, fromMs, fromMs + 20 * MINUTE_MS);
    assert.ok(loaded.ok);
    const { close, volume, isMissing } = loaded.value;
    assert.deepEqual([...close], [...Array(5).fill(10), ...Array(15).fill(11)]);
    assert.deepEqual([...isMissing], Array(20).fill(0));
    assert.equal(volume.filter((each) => each > 0).length, 1, 'the first minute has the volume');
  });

  test('has gaps of whole candles', async () => {
    const made = await imported(
      rowsOf(
        twelve.filter((place) => place !== 3 && place !== 4),
        15,
      ),
    );
    assert.equal(made.missingCount, 30);
    const gap = { fromMs: OPEN_MS + 45 * MINUTE_MS, toMs: OPEN_MS + 75 * MINUTE_MS };
    assert.deepEqual(made.gaps, [gap]);
    const [listed] = (await made.harness.deps.history.listHistory()).filter(
      ({ marketTag }) => marketTag === TAG,
    );
    assert.deepEqual([listed?.candleMinutes, listed?.candlesCount], [15, 10]);
  });

  test('of months is found by their first days', async () => {
    const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1) / 1_000);
    const made = await imported(lines(HEADER, ...months.map((time) => `${time},10,12,9,11,8`)));
    assert.deepEqual([made.candleMinutes, made.missingCount], [43_200, 0]);
    assert.equal(made.window.toMs, Date.UTC(2025, 0, 1));
  });

  test('of few rows is of minutes, unless stated or known otherwise', async () => {
    const text = rowsOf([0, 1, 2], 5);
    assert.equal((await imported(text)).candleMinutes, 1);
    const made = await imported(text, { candleMinutes: 5 });
    assert.deepEqual([made.candleMinutes, made.missingCount], [5, 0]);
    const again = await importText(made.harness.deps, rowsOf([3, 4], 5));
    assert.equal(again.ok && again.value.candleMinutes, 5);
  });

  test('is not added to minutes, nor minutes to it', async () => {
    const made = await imported(rowsOf(twelve, 1));
    const longer = await importText(made.harness.deps, rowsOf(twelve, 15));
    assert.deepEqual(longer, {
      ok: false,
      rejection: { code: 'interval_differs', storedMinutes: 1 },
    });
    const other = await imported(rowsOf(twelve, 15));
    const minutes = await importText(other.harness.deps, rowsOf(twelve, 1));
    assert.deepEqual(minutes, {
      ok: false,
      rejection: { code: 'interval_differs', storedMinutes: 15 },
    });
  });

  test('whose rows are mostly further apart, or as no interval is, is refused', async () => {
    const sparse = await refused(rowsOf([0, 2, 4, 6, 8, 10, 12, 14, 16, 19], 15));
    assert.deepEqual(sparse, { code: 'interval_unclear', spacingMinutes: 15 });
    const odd = await refused(rowsOf(twelve, 7));
    assert.deepEqual(odd, { code: 'interval_unclear', spacingMinutes: 7 });
  });

  test('with rows that begin elsewhere or have not ended is refused', async () => {
    const late = twelve.map((place) => `${OPEN_MS / 1_000 + 60 + place * 900},10,12,9,11,8`);
    const shifted = await refused(lines(HEADER, ...late));
    assert.ok(shifted.code === 'rows_wrong');
    assert.equal(shifted.problemsCount, 12);
    assert.match(shifted.problems[0]?.reason ?? '', /not the beginning of a candle of 15 minutes/);
    const nowSecond = Math.floor(HARNESS_NOW_MS / 900_000) * 900;
    const fresh = twelve.map((place) => `${nowSecond - place * 900},10,12,9,11,8`);
    const young = await refused(lines(HEADER, ...fresh));
    assert.ok(young.code === 'rows_wrong');
    assert.deepEqual([young.problemsCount, young.problems[0]?.line], [1, 2]);
  });

  test('is the same again after it was exported', async () => {
    const { harness } = await imported(rowsOf(twelve, 15));
    const candles: string[] = [];
    const write: ExportHistoryDeps['candleFiles']['write'] = async (
      ...[, , , stretches, minutes]
    ) => {
      for await (const columns of stretches)
        for (const { openTimeMs, close } of candlesOf(columns, minutes))
          candles.push(`${(openTimeMs - OPEN_MS) / MINUTE_MS} ${close}`);
      return candles.length;
    };
    const command = { path: 'x', format: 'csv', marketTag: TAG, fromMs: null, toMs: null } as const;
    const deps = { ...harness.deps, candleFiles: { write } };
    const exported = await exportHistory(deps, command, () => undefined);
    assert.equal(exported.ok && exported.value.candlesCount, 12);
    assert.deepEqual(candles.slice(0, 3), ['0 10', '15 11', '30 10']);
  });
});
