// Rows of a run's figures, as its page and the command line show them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleInput, sampleReport } from '#services/reports/report.fixture.ts';
import { statisticsOfReport, tradeRows } from '#services/reports/statistics-rows.ts';

test('losses have one sign, whatever the API counts them by', () => {
  const { all } = statisticsOfReport(sampleInput(), sampleReport({}));
  const lost = { ...all, averageLoss: 2.5, largestLoss: -4 };
  const none = { ...all, averageLoss: null, largestLoss: 0 };
  const rows = new Map(tradeRows([lost, none], (value) => value.toFixed(2)));
  assert.deepEqual(rows.get('Average loss'), ['-2.50', '–']);
  assert.deepEqual(rows.get('Largest loss'), ['-4.00', '0.00']);
});
