// Days of a bot beside a backtest of the same minutes, in the shapes that the API sends.

import { present } from '#lib/assert.ts';
import type { ComparedPair } from '#domain/parity/compare-orders.ts';
import { PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import type { FinishedComparison } from '#services/comparisons/get-comparison.ts';
import { shownDecimals } from '#services/reports/shown-decimals.ts';
import { COMPARED_DAY_LIST, COMPARISON } from '#api/schemas/comparison.ts';
import type { ComparisonSubject } from '#cli/report-subject.ts';

/** Of a day, so that a page stays one that browsers open at once: 600 bytes each. */
const PAIRS_MAX = 5_000;

/** `console/src/report/report-document.ts` is its type in the page. */
export function comparisonDocument({ botName, days, comparisons }: ComparisonSubject) {
  const { market } = present(comparisons[0], 'there is a comparison to write');
  return {
    kind: 'comparison' as const,
    bot_name: botName,
    price_decimals: shownDecimals(market).price,
    days: COMPARED_DAY_LIST.toWire(days).data,
    comparisons: comparisons.map((comparison) => COMPARISON.toWire(withFewerPairs(comparison))),
  };
}

/** Of very many those that differ, and a note on those that are left out. */
function withFewerPairs(comparison: FinishedComparison): FinishedComparison {
  const { notes, report } = comparison;
  const leftOut = report.pairs.length - PAIRS_MAX;
  if (leftOut <= 0) return comparison;
  const differing = report.pairs.filter(isDiffering);
  const equal = report.pairs.filter((pair) => !isDiffering(pair));
  const retained = new Set([...differing, ...equal].slice(0, PAIRS_MAX));
  const pairs = report.pairs.filter((pair) => retained.has(pair));
  const note = `${leftOut} more pairs of orders are in what the command writes with --json.`;
  return { ...comparison, notes: [...notes, note], report: { ...report, pairs } };
}

function isDiffering({ effects }: ComparedPair): boolean {
  return PARITY_CAUSES.some((cause) => effects[cause] !== 0n);
}
