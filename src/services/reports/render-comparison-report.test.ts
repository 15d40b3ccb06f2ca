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

/** The page without what is folded away, and each part that is. */
function partsOf(page: string): readonly [open: string, ...folded: string[]] {
  const [open = '', ...rest] = page.split('<details>');
  const folded = rest.map((part) => part.split('</details>')[0] ?? '');
  return [open, ...folded];
}

function rowsOf(part: string): readonly string[] {
  return part.split('<tr>').filter((row) => row.includes('class="placed"'));
}

test('orders stand side by side, with what is missing on either side', () => {
  const [open, equal = ''] = partsOf(renderComparisonReport(sampleComparison()));
  const rows = rowsOf(open);
  assert.equal(rows.length, 6);
  assert.match(rows[2] ?? '', /data-side="Bot">not placed</);
  assert.match(rows[5] ?? '', /data-side="Backtest">not placed</);
  assert.match(rows[3] ?? '', /0\.02<small> of 0\.05</);
  assert.match(rows[1] ?? '', /12\.0 min/);
  assert.match(equal, /<summary>2 equal orders<\/summary>/);
  assert.equal(rowsOf(equal).length, 2);
  assert.match(rowsOf(equal)[0] ?? '', /equal/);
});

test('a day of equal orders alone says so, and has them folded', () => {
  const [pair] = sampleComparison().report.pairs;
  const page = renderComparisonReport(sampleComparison([pair ?? { live: null, backtest: null }]));
  const [open, equal = ''] = partsOf(page);
  assert.match(open, /No order of the bot differs/);
  assert.match(equal, /<summary>1 equal order</);
});

test('of very many orders those that differ most are shown, and the others folded', () => {
  const { pairs } = sampleComparison().report;
  const many = Array.from(
    { length: 1_500 },
    (_, at) => pairs[at === 1_400 ? 3 : at % 5 === 0 ? 1 : 0],
  );
  const page = renderComparisonReport(sampleComparison(many as typeof pairs));
  const [open, less = '', equal = ''] = partsOf(page);
  assert.equal(rowsOf(open).length, 25);
  assert.match(open, /not placed/);
  assert.match(less, /<summary>275 orders that differ less</);
  assert.equal(rowsOf(less).length, 275);
  assert.match(equal, /<summary>1,200 equal orders</);
  assert.equal(rowsOf(equal).length, 1_000);
  assert.match(equal, /200 more are in the JSON form/);
});

test('words of others cannot become markup, and the page loads nothing', () => {
  const page = renderComparisonReport(sampleComparison(undefined, ['<b>note</b>']));
  assert.ok(page.includes('&lt;b&gt;note'));
  assert.ok(!/<script|src=|href=/.test(page));
});

test('a day without orders has a page all the same', () => {
  assert.match(renderComparisonReport(sampleComparison([])), /Neither the bot nor the backtest/);
});
