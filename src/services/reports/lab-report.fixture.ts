// A lab of six combinations, as its page is made from it.

import { decimal, ZERO } from '#lib/decimal.ts';
import type { Lab } from '#ports/stores/lab-store.ts';
import type { LabParameter } from '#services/labs/lab-parameters.ts';
import type { ResultView } from '#services/labs/read-labs.ts';
import type { LabReport } from '#services/reports/gather-lab-report.ts';
import { sampleReport } from '#services/reports/report.fixture.ts';

const LAB: Lab = {
  labId: 'lab_1',
  userId: 'usr_1',
  status: 'completed',
  design: {
    name: '<b>lengths</b>',
    scriptId: 'scr_1',
    algorithm: 'brute_force',
    accountId: 'acc_1',
    marketTag: 'SIM_BTC_USDT',
    intervalMinutes: 60,
    config: null,
    parameters: '[]',
    parametersCount: 2,
    enabledParametersCount: 2,
  },
  execution: {
    number: 1,
    startMs: 0,
    endMs: 86_400_000,
    startedAtMs: 0,
    scheduledCount: 6,
    completedCount: 6,
    cancelReason: null,
    parameters: '[]',
    summary: null,
  },
  createdAtMs: 0,
  updatedAtMs: 0,
};

const SWEPT = { kind: 'number', isEnabled: true, isOrdered: true, fixedValue: null } as const;
const PARAMETERS: readonly LabParameter[] = [
  { ...SWEPT, key: 'Fast', values: [5, 10] },
  { ...SWEPT, key: 'Slow', values: [20, 30, 40] },
];

const SUMMARY = {
  trialsCount: 6,
  overfittingProbability: 0.42,
  expectedHighestSharpe: 0.1,
  folds: [
    { startMs: 0, cutMs: 1, endMs: 2, backtestId: 'bt_0', chosenProfit: 5, judgedProfit: -7.5 },
  ],
};

/** `profit`: null where the run closed nothing. */
function view(
  ordinal: number,
  [fast, slow]: readonly [number, number],
  profit: number | null,
): ResultView {
  const { assumptions } = sampleReport();
  const realizedProfit = decimal(String(profit ?? 0));
  const part = { roiPercent: profit, positionsClosed: 3, realizedProfit };
  const figures = {
    profitCurrency: 'USDT',
    realizedProfit,
    fees: decimal('0.5'),
    roiPercent: realizedProfit,
    winRatePercent: decimal('50'),
    ordersFilled: 6,
    positionsClosed: profit === null ? 0 : 3,
    maxDrawdownPercent: decimal('4'),
    sharpeRatio: decimal('1.2'),
    profitFactor: ZERO,
    assumptions,
    inSample: part,
    outOfSample: { ...part, roiPercent: profit === null ? null : profit / 2 },
    moments: null,
    startEquity: 1_000,
    blocks: [],
  };
  return {
    result: {
      ordinal,
      combination: ordinal,
      generation: 0,
      population: ordinal,
      backtestId: `bt_${ordinal}`,
      score: profit,
      positionsClosed: profit === null ? 0 : 3,
      sortValues: { roi: profit, profit, drawdown: 4, sharpe: 1.2, stability: 0.5 },
      figures: '',
      judgement: null,
    },
    parameters: { Fast: fast, Slow: slow },
    stored: { figures, failure: null, runKey: String(ordinal) },
    judgement: {
      neighboursCount: 2,
      neighbourhoodRoi: 1,
      stability: 0.5,
      deflatedSharpe: 0.25,
      isTrial: true,
      trialsCount: 6,
    },
  };
}

/** By profit, best first. */
const VIEWS = [
  view(3, [10, 20], 8.25),
  view(0, [5, 20], 3),
  view(5, [10, 40], 1),
  view(4, [10, 30], 0),
  view(1, [5, 30], -2),
  view(2, [5, 40], null),
];

export const REPORT: LabReport = {
  lab: LAB,
  scriptName: 'Averages',
  parameters: PARAMETERS,
  views: VIEWS,
  summary: SUMMARY,
};
