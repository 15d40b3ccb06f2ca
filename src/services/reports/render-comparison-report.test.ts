// The page of a bot's day beside its backtest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { groupThousands } from '#lib/group-thousands.ts';
import { PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import { sampleComparison } from '#services/reports/comparison-report.fixture.ts';
import { renderComparisonReport } from '#services/reports/render-comparison-report.ts';

test('the page has what each cause made, to the last unit, and their sum', () => {
  const { report, ...comparison } = sampleComparison();
  const page = renderComparisonReport({ ...comparison, report });
  for (const cause of PARITY_CAUSES) {
    assert.notEqual(report.effects[cause], 0n, cause);
    assert.ok(page.includes(`${groupThousands(formatDecimal(report.effects[cause]))}<`), cause);
  }
  const difference = report.liveProfit - report.backtestProfit;
  assert.ok(page.includes(`${formatDecimal(difference as typeof report.liveProfit)}<`));
});

test('orders stand side by side, with what is missing on either side', () => {
  const page = renderComparisonReport(sampleComparison());
  const rows = page.split('<tr>').filter((row) => row.includes('class="placed"'));
  assert.equal(rows.length, 8);
  assert.match(rows[3] ?? '', /data-side="Bot">not placed</);
  assert.match(rows[6] ?? '', /data-side="Backtest">not placed</);
  assert.match(rows[4] ?? '', /0\.02<small> of 0\.05</);
  assert.match(rows[2] ?? '', /12\.0 min/);
  assert.match(rows[0] ?? '', /equal/);
});

test('of very many orders those that differ most are shown', () => {
  const { pairs } = sampleComparison().report;
  const many = Array.from({ length: 1_500 }, (_, at) => pairs[at === 1_400 ? 3 : 0] ?? pairs[0]);
  const page = renderComparisonReport(sampleComparison(many as typeof pairs));
  assert.match(page, /500 that differ less are in the JSON form/);
  assert.match(page, /not placed/);
});

test('words of others cannot become markup, and the page loads nothing', () => {
  const page = renderComparisonReport(sampleComparison(undefined, ['<b>note</b>']));
  assert.ok(page.includes('&lt;b&gt;note'));
  assert.ok(!/<script|src=|href=/.test(page));
});

test('a day without orders has a page all the same', () => {
  assert.match(renderComparisonReport(sampleComparison([])), /Neither the bot nor the backtest/);
});
