// Contents of a comparison's page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import { sampleComparison } from '#services/comparisons/finished-comparison.fixture.ts';
import type { FinishedComparison } from '#services/comparisons/get-comparison.ts';
import { comparisonDocument } from '#main/reports/comparison-document.ts';

function documentOf(comparison: FinishedComparison) {
  const days = [{ dayMs: comparison.dayMs, status: 'finished', reason: null } as const];
  return comparisonDocument({
    kind: 'comparison',
    botName: 'A bot',
    days,
    comparisons: [comparison],
  });
}

test('what each cause made is written to the last unit', () => {
  const comparison = sampleComparison();
  const [written] = documentOf(comparison).comparisons;
  for (const cause of PARITY_CAUSES)
    assert.equal(
      written?.report?.effects[cause],
      formatDecimal(comparison.report.effects[cause]),
      cause,
    );
  assert.equal(written?.report?.pairs.length, 8);
});

test('of very many orders those that differ are written, and a note on the others', () => {
  const [equal, differing] = sampleComparison().report.pairs;
  assert.ok(equal !== undefined && differing !== undefined);
  const pairs = Array.from({ length: 6_000 }, (_, at) => (at === 5_999 ? differing : equal));
  const [written] = documentOf(sampleComparison(pairs)).comparisons;
  const retained = written?.report?.pairs ?? [];
  assert.equal(retained.length, 5_000);
  assert.notEqual(retained.at(-1)?.effects.price, '0');
  assert.equal(written?.report?.equal_count, 5_999);
  assert.match(written?.notes.at(-1) ?? '', /^1000 more pairs of orders/);
});
