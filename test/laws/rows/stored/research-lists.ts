// Lists of labs, their results, and backtests.

import { insertResults } from '#adapters/postgres/stores/lab-results.ts';
import { sampleLab } from '#ports/stores/lab.fixture.ts';
import { sampleId } from '#ports/stores/store.fixture.ts';
import type { StoredList, Surroundings } from './stored-stores.ts';
import { NOW_MS, shown } from './stored-stores.ts';

export async function research({
  database,
  stores,
  userId,
}: Surroundings): Promise<readonly StoredList[]> {
  const labs = [sampleLab(userId), sampleLab(userId)];
  for (const lab of labs) await stores.labs.insertLab(lab, null);
  const [{ labId } = { labId: '' }] = labs;
  const results = [0, 1].map((ordinal) => ({
    ordinal,
    combination: ordinal,
    generation: 0,
    population: ordinal,
    backtestId: sampleId('bt'),
    score: ordinal,
    positionsClosed: 1,
    sortValues: { roi: 1, profit: 1, drawdown: 1, sharpe: 1, stability: null },
    figures: '{"roi":"12"}',
    judgement: null,
  }));
  await database.transaction((session) => insertResults(session, labId, results));
  const backtests = [0, 1].map(() => ({
    backtestId: sampleId('backtest'),
    userId,
    scriptId: 'script_1',
    accountId: 'account_1',
    marketTag: 'SIM_BTC_USDT_',
    intervalMinutes: 60,
    startMs: Date.UTC(2024, 0, 1),
    endMs: Date.UTC(2024, 1, 1),
    queuedAtMs: NOW_MS,
    choices: '{"rules":"realistic"}',
  }));
  for (const backtest of backtests) await stores.backtests.insertBacktest(backtest, null);
  return [
    shown('labs.listLabs', 'labs', { lab_id: labId }, (each) =>
      each.labs.listLabs(userId, null, 100),
    ),
    shown(
      'labs.readResults',
      'lab_results',
      { lab_id: labId, ordinal: '0' },
      (each) => each.labs.readResults({ userId, labId, executionNumber: 0 }, 0, 100),
      ['execution_number', 'execution'],
    ),
    shown(
      'backtests.listBacktests',
      'backtests',
      { backtest_id: backtests[0]?.backtestId ?? '' },
      (each) => each.backtests.listBacktests(userId, null, 100),
      ['user_id', 'sequence'],
    ),
  ];
}
