// A lab over several markets: each set of inputs runs on each of them, and counts by what all of
// them gave.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { configureLab } from '#services/labs/configure-lab.ts';
import { labHarness } from '#services/labs/lab-harness.fixture.ts';
import { marketResultId } from '#services/labs/lab-markets.ts';
import { configOf } from '#services/labs/lab-plan.ts';
import { summaryFromText } from '#services/labs/lab-results.ts';
import { makeBotOfResult } from '#services/labs/make-bot-of-result.ts';
import { findResultRun } from '#services/labs/queue-result-run.ts';
import { listLabResults } from '#services/labs/read-labs.ts';

const [FIRST, SECOND] = ['SIM_BTC_USDT_PERP', 'SIM_ETH_USDT_PERP'] as const;
type Harness = Awaited<ReturnType<typeof labHarness>>;

async function resultsOf({ deps, caller }: Harness, labId: string) {
  const any = { positionsMin: 0, drawdownMax: null, after: null, limit: 10 };
  const query = { sort: 'profit', isDescending: true, ...any } as const;
  const listed = await listLabResults(deps, { userId: caller.userId, labId, ...query });
  assert.ok(listed.ok);
  return listed.value.views;
}

test('a result is the sum of its markets, each of which is as it is alone', async () => {
  const harness = await labHarness();
  const { deps, caller } = harness;
  const alone = await harness.carryOut(await harness.start());
  const own = new Map(
    (await resultsOf(harness, alone.labId)).map((of) => [JSON.stringify(of.parameters), of]),
  );
  // It is the same lab, configured anew.
  const both = await harness.carryOut(await harness.start({ furtherMarkets: [SECOND] }));
  assert.equal(both.status, 'completed', both.execution?.cancelReason ?? '');
  assert.equal(both.execution?.completedCount, 3, 'one result for each set of inputs');
  const summary = summaryFromText(present(both.execution?.summary, 'it was judged'));
  assert.equal(summary.expectedHighestSharpe, null, 'no run of several markets has a ratio');
  for (const { parameters, result, stored } of await resultsOf(harness, both.labId)) {
    const markets = present(stored.markets, 'there are two');
    assert.deepEqual(
      markets.map(({ marketTag }) => marketTag),
      [FIRST, SECOND],
    );
    const profits = markets.map(({ figures }) =>
      Number(formatDecimal(present(figures, 'it ran').realizedProfit)),
    );
    const single = own.get(JSON.stringify(parameters))?.stored.figures;
    const figures = present(stored.figures, 'it ran');
    assert.deepEqual(markets[0]?.figures?.realizedProfit, single?.realizedProfit);
    assert.equal(
      Number(formatDecimal(figures.realizedProfit)).toFixed(6),
      profits.reduce((total, of) => total + of, 0).toFixed(6),
    );
    assert.equal(figures.startEquity, 2 * (single?.startEquity ?? 0), 'each has the whole wallet');
    const closed = markets.map((of) => of.figures?.positionsClosed ?? 0);
    assert.equal(result.positionsClosed, (closed[0] ?? 0) + (closed[1] ?? 0));
    assert.equal(figures.blocks.length, single?.blocks.length);
    const gained = figures.blocks.reduce((total, of) => total + of, 0);
    assert.ok(Math.abs(gained) > 0, 'its parts are judged');
    for (const [place, marketTag] of [FIRST, SECOND].entries()) {
      const backtestId = marketResultId(result.backtestId, place);
      const run = await findResultRun(deps, caller.userId, backtestId);
      assert.deepEqual([run?.backtestId, run?.marketTag], [backtestId, marketTag]);
    }
    const absent = marketResultId(result.backtestId, 2);
    assert.equal(await findResultRun(deps, caller.userId, absent), null);
  }
});

test('a bot is made of what a result did on one of its markets', async () => {
  const harness = await labHarness();
  const { deps, caller } = harness;
  const lab = await harness.carryOut(await harness.start({ furtherMarkets: [SECOND] }));
  const [best] = await resultsOf(harness, lab.labId);
  const { backtestId } = present(best, 'there are results').result;
  for (const [place, marketTag] of [FIRST, SECOND].entries()) {
    const made = await makeBotOfResult(deps, {
      caller,
      labId: lab.labId,
      backtestId: marketResultId(backtestId, place),
      name: 'a bot',
      accountId: null,
      derivationId: `idm_${place}`,
    });
    assert.ok(made.ok, made.ok ? '' : made.rejection.detail);
    assert.equal(made.value.marketTag, marketTag);
  }
});

test('a further market is refused where it cannot be added up', async () => {
  const harness = await labHarness();
  const { deps, caller, account } = harness;
  const lab = await harness.carryOut(await harness.start());
  const config = present(configOf(lab), 'it was configured');
  const refusal = async (furtherMarkets: readonly string[]) => {
    const { accountId } = account;
    const place = { accountId, marketTag: FIRST, intervalMinutes: 5, name: null } as const;
    const rest = { algorithm: 'brute_force', parameters: [], completion: null } as const;
    const named = { caller, labId: lab.labId, config: { ...config, furtherMarkets } };
    const configured = await configureLab(deps, { ...named, ...place, ...rest });
    return configured.ok ? null : [configured.rejection.pointer, configured.rejection.detail];
  };
  assert.equal(await refusal([SECOND]), null);
  for (const [tags, pointer, words] of [
    [[FIRST], '/further_markets/0', 'each market once'],
    [[SECOND, SECOND], '/further_markets/1', 'each market once'],
    [['SIM_ETH_USDT'], '/further_markets/0', 'expected a futures market'],
    [['SIM_NOTHING'], '/further_markets/0', 'found "SIM_NOTHING"'],
  ] as const) {
    const [at, detail] = (await refusal(tags)) ?? [];
    assert.equal(at, pointer);
    assert.match(detail ?? '', new RegExp(words));
  }
});
