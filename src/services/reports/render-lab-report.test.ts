// The page of a lab.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORT, row } from '#services/reports/lab-report.fixture.ts';
import { renderLabReport } from '#services/reports/render-lab-report.ts';

test('the page names the best by what the search saw, and what followed', () => {
  const page = renderLabReport(REPORT);
  for (const text of ['8.25 %', '4.13 %', '0.42', '-7.50']) assert.ok(page.includes(text), text);
});

test('the heat map of a lab that only lost calls nothing green', () => {
  const rows = [row(0, -9), row(1, -2)];
  const page = renderLabReport({ ...REPORT, rows });
  assert.ok(page.includes('from -9.00 % to -2.00 %: green gained, red lost'));
});

test('the best pair is named beside the heat map, and small maps show their values', () => {
  const page = renderLabReport(REPORT);
  assert.match(page, /the best, Fast 10 and Slow 20, is framed/);
  assert.match(page, /<text class="inside[^>]*>8\.3<\/text>/);
  const wide = Array.from({ length: 9 }, (_, value) => String(value));
  const parameters = REPORT.parameters.map(({ key }) => ({ key, values: wide }));
  assert.doesNotMatch(renderLabReport({ ...REPORT, parameters }), /class="inside/);
});

test('charts have round values at their axes, counts whole ones', () => {
  const page = renderLabReport(REPORT);
  const figures = page.split('<figure>');
  const of = (title: string): string => figures.find((each) => each.includes(title)) ?? '';
  const texts = (title: string): readonly string[] =>
    [...of(title).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
  const named = ['0', '5', 'in-sample ROI, %', 'out-of-sample ROI, %'];
  for (const text of named) assert.ok(texts('In-sample against').includes(text), text);
  assert.deepEqual(texts('How many results').slice(-2), ['0', '1']);
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
