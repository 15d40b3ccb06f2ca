// A lab of six combinations, as its page is made from it.

import type { Lab } from '#ports/stores/lab-store.ts';
import type { LabReport, LabReportRow } from '#services/reports/gather-lab-report.ts';

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

export function row(ordinal: number, roi: number | null): LabReportRow {
  return {
    ordinal,
    places: [Math.floor(ordinal / 3), ordinal % 3],
    roi,
    inSampleRoi: roi,
    outOfSampleRoi: roi === null ? null : roi / 2,
    netPercent: 0.25,
    neighbourhoodRoi: 1,
    stability: 0.5,
    deflatedSharpe: 0.25,
    positionsClosed: roi === null ? 0 : 3,
  };
}

export const REPORT: LabReport = {
  lab: LAB,
  parameters: [
    { key: 'Fast', values: ['5', '10'] },
    { key: 'Slow', values: ['20', '30', '40'] },
  ],
  rows: [3, -2, null, 8.25, 0, 1].map((roi, ordinal) => row(ordinal, roi)),
  summary: {
    trialsCount: 6,
    overfittingProbability: 0.42,
    expectedHighestSharpe: 0.1,
    folds: [
      { startMs: 0, cutMs: 1, endMs: 2, backtestId: 'bt', chosenProfit: 5, judgedProfit: -7.5 },
    ],
  },
};
