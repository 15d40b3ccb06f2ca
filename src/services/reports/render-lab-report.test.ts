// The page of a lab.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lab } from '#ports/lab-store.ts';
import type { LabReport, LabReportRow } from '#services/reports/gather-lab-report.ts';
import { renderLabReport } from '#services/reports/render-lab-report.ts';

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

function row(ordinal: number, roi: number | null): LabReportRow {
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

const REPORT: LabReport = {
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

test('the page names the best by what the search saw, and what followed', () => {
  const page = renderLabReport(REPORT);
  for (const text of ['8.25 %', '4.13 %', '0.42', '-7.50']) assert.ok(page.includes(text), text);
});

test('a cell of the heat map stands for each pair that traded', () => {
  const cells = renderLabReport(REPORT).match(/<title>Fast \d+, Slow \d+: /g) ?? [];
  assert.equal(cells.length, 5);
});

test('values that would be too small to see share a cell', () => {
  const values = Array.from({ length: 1_000 }, (_, value) => String(value));
  const parameters = ['Fast', 'Slow'].map((key) => ({ key, values }));
  const rows = Array.from({ length: 4_000 }, (_, ordinal) => ({
    ...row(ordinal, ordinal),
    places: [(ordinal * 7) % 1_000, (ordinal * 13) % 1_000],
  }));
  const page = renderLabReport({ ...REPORT, parameters, rows });
  assert.ok(page.length < 1_000_000, `${page.length} characters`);
  assert.match(page, /<title>Fast 0 to 15, Slow 0 to 24: \d/);
  assert.match(page, /<title>Fast 985 to 999, Slow /);
});

test('where the search saw everything, no axes are drawn for what it did not see', () => {
  const rows = REPORT.rows.map((each) => ({ ...each, outOfSampleRoi: null }));
  const page = renderLabReport({ ...REPORT, rows });
  assert.match(page, /no result closed positions in both parts/);
  assert.ok(!page.includes('up: out-of-sample'));
});

test('names cannot become markup, and the page loads nothing', () => {
  const page = renderLabReport(REPORT);
  assert.ok(!page.includes('<b>lengths'));
  assert.ok(!/<script|src=|href=/.test(page));
});

test('a lab without results has a page all the same', () => {
  const page = renderLabReport({ ...REPORT, rows: [], parameters: [], summary: null });
  assert.match(page, /0 of 6 backtests/);
});
