// Runs a campaign with the real processes, prints what happened as a table, and asserts that the
// service and the venue agree.

import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';

import { DISTURBANCE_KINDS } from './disturb-processes.ts';
import type { CampaignReport, CampaignSettings } from './process-campaign.ts';
import { runProcessCampaign } from './process-campaign.ts';

const EVENTS_SHOWN = 20;

export async function assertCampaign(t: TestContext, settings: CampaignSettings): Promise<void> {
  const report = await runProcessCampaign(settings);
  for (const line of tableOf(report)) t.diagnostic(line);
  const { verdict, figures, differentBots, holdings, journal, defects, contradictions } = report;
  const { lost, doubled, invented, different, working } = verdict;
  const { different: differentFigures, nameless } = figures;
  assert.deepEqual(contradictions, [], 'the venue agrees with itself');
  assert.deepEqual(
    {
      lost,
      doubled,
      invented,
      different,
      working,
      differentFigures,
      nameless,
      differentBots,
      differentHoldings: holdings.different,
      differentMargin: holdings.differentBots,
    },
    {
      lost: [],
      doubled: [],
      invented: [],
      different: [],
      working: [],
      differentFigures: [],
      nameless: report.forcedFills,
      differentBots: [],
      differentHoldings: [],
      differentMargin: [],
    },
  );
  const { hedging } = report;
  assert.deepEqual(hedging.placed, [], 'no order is placed in hedge mode');
  // A short campaign may end while the first request of an account waits for another one.
  assert(
    hedging.refused.reduce((sum, count) => sum + count, 0) >= hedging.refused.length,
    `orders in hedge mode are refused: ${hedging.refused.join(', ')}`,
  );
  assert.deepEqual(journal.surprises, []);
  assert.deepEqual(defects, []);
  assert.equal(journal.openCount, 0, 'every request has its final response');
  const orderIds = [...journal.acknowledged.values()];
  assert.equal(new Set(orderIds).size, orderIds.length, 'each request has an order of its own');
  assert(verdict.compared >= settings.ordersMin, `${verdict.compared} orders`);
  assert(journal.unresolved.size > 0, 'some outcomes were unknown');
  const { fundingsCompared, liquidationsCompared } = holdings;
  const isShaken = settings.kind === 'spot' || fundingsCompared * liquidationsCompared > 0;
  assert(isShaken, 'funding was paid and an account liquidated');
}

function tableOf({ verdict, figures, differentBots, ...rest }: CampaignReport): readonly string[] {
  const { holdings, hedging, journal, disturbed, faults, logged, tradedSeconds, settledSeconds } =
    rest;
  const rows: readonly (readonly [string, string | number])[] = [
    ['orders at the venue', verdict.compared],
    ['  of bots', verdict.ofBots],
    ['  with fills', verdict.filled],
    ['requests acknowledged', journal.acknowledged.size],
    ['requests tried again', journal.retriesCount],
    ['requests refused', journal.refusedCount],
    ['  of accounts in hedge mode', hedging.refused.reduce((sum, count) => sum + count, 0)],
    ['accounts in hedge mode', hedging.refused.length],
    ['unknown outcomes met', journal.unresolved.size],
    ['mean seconds until a final response', meanSeconds(journal.waitedMs.responses, journal)],
    ['mean seconds from there to a known outcome', meanSeconds(journal.waitedMs.outcomes, journal)],
    ['faults met', Object.values(faults).reduce((sum, count) => sum + count, 0)],
    ['lost', verdict.lost.length],
    ['doubled', verdict.doubled.length],
    ['invented', verdict.invented.length],
    ['different', verdict.different.length],
    ['still working', verdict.working.length],
    ['fills compared', figures.fillsCompared],
    ['fills of orders of the venue itself', rest.forcedFills],
    ['fills without an order', figures.nameless],
    ['orders shown', figures.shownCompared],
    ['different figures', figures.different.length],
    ['bots with other fills', differentBots.length],
    ['balances compared', holdings.balancesCompared],
    ['positions compared', holdings.positionsCompared],
    ['different holdings', holdings.different.length],
    ['payments of funding compared', holdings.fundingsCompared],
    ['liquidations compared', holdings.liquidationsCompared],
    ['bots with other funding or liquidations', holdings.differentBots.length],
    ['seconds of trading', Math.round(tradedSeconds)],
    ['orders per second of trading', (verdict.compared / tradedSeconds).toFixed(1)],
    ['seconds until settled', Math.round(settledSeconds)],
  ];
  const kinds = DISTURBANCE_KINDS.filter((kind) => disturbed.has(kind)).map((kind) => {
    const { count = 0, atInstant = 0 } = disturbed.get(kind) ?? {};
    return [kind, `${count}, ${atInstant} at the instant`] as const;
  });
  const messages = [...logged].toSorted(([, left], [, right]) => right - left);
  return [...rows, ...kinds, ...messages.slice(0, EVENTS_SHOWN)].map(
    ([name, value]) => `${name.padEnd(52)} ${String(value)}`,
  );
}

function meanSeconds(
  waitedMs: number,
  { acknowledged, refusedCount }: CampaignReport['journal'],
): string {
  return (waitedMs / 1_000 / Math.max(acknowledged.size + refusedCount, 1)).toFixed(1);
}
