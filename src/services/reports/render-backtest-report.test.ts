import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { BacktestReport } from '#backtesting/backtest.ts';
import { chartContent } from '#services/reports/report-content.ts';
import { renderBacktestReport } from '#services/reports/render-backtest-report.ts';
import { SAMPLE_START_MS, sampleInput, sampleReport } from '#services/reports/report.fixture.ts';

test('a page shows the figures, the trade, the months and what was assumed', () => {
  const page = renderBacktestReport(sampleInput(), sampleReport(), 'library();');
  for (const text of [
    'Waves on',
    '2024-01-31 12:00 to 2024-01-31 16:00 UTC',
    '+3.8',
    '-1.25',
    '2024-01-31 12:10',
    'Minutes without data',
    'library();',
    'class="gain"',
    'Length',
  ]) {
    assert.ok(page.includes(text), text);
  }
  assert.equal(page.match(/https?:/g), null, 'nothing is loaded from anywhere');
});

test('a page has statistics beside buying and holding, and by direction', () => {
  const positions = Array.from({ length: 12 }, (_, index) => ({
    ...sampleReport().positions[0],
    openedAtMs: SAMPLE_START_MS + index * 600_000,
    closedAtMs: SAMPLE_START_MS + (index + 1) * 600_000,
    direction: index % 3 === 0 ? 'short' : 'long',
    excursion: { favorablePercent: 4.25, adversePercent: 1.5 },
  })) as BacktestReport['positions'];
  const page = renderBacktestReport(sampleInput(), sampleReport({ positions }), 'library();');
  const text = page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  for (const shown of [
    'Returns This run Buy and hold Total return 0.3800 % -1.25 %',
    'Closed trades 12 8 4',
    'Time in the market 50.00 %',
    'Average holding time 10 min 10 min 10 min',
    'Average favorable excursion (MFE) 4.25 % 4.25 % 4.25 %',
    'Equity of 1000 resampled runs',
  ])
    assert.ok(text.includes(shown), shown);
  assert.match(page, /<td>4\.25<\/td>\s*<td>1\.50<\/td>/, 'of each trade');
});

test('texts of a script cannot become markup or leave the data', () => {
  const evil = '</script><script>alert(1)</script><img src=x onerror=alert(2)>';
  const input = sampleInput({ script: { name: evil, source: evil }, inputs: { [evil]: evil } });
  const log = { atMs: SAMPLE_START_MS, severity: 'info', message: evil } as const;
  const custom = [{ key: evil, value: evil, group: '' }];
  const page = renderBacktestReport(input, sampleReport({ logs: [log], custom }), '"</script>";');
  assert.equal(page.match(/<script>/g)?.length, 2, 'the library and the start, no other');
  assert.equal(page.match(/<\/script>/g)?.length, 2);
  assert.ok(!page.includes('<img'));
});

test('charts have growing times, marks at the bars of trades, and falls below the top', () => {
  const content = chartContent(sampleInput(), sampleReport());
  assert.equal(content.barSeconds, 60);
  assert.equal(content.bars.length, 240);
  const times = content.equity.map(([time]) => time);
  assert.deepEqual(
    times,
    times.toSorted((left, right) => left - right),
  );
  const barTimes = new Set(content.bars.map(([time]) => time));
  const { drawdown, equity, gain, hold } = content;
  const shown = [...equity, ...drawdown, ...gain, ...hold].map(([time]) => time);
  for (const time of [...shown, ...content.marks.map((mark) => mark.time)])
    assert.ok(barTimes.has(time), `${time} is the time of a bar`);
  assert.deepEqual(
    content.drawdown.map(([, percent]) => percent),
    [0, -1, 0],
  );
  assert.deepEqual(
    content.marks.map(({ kind, text }) => [kind, text]),
    [
      ['long', 'long 1,000'],
      ['win', '+3.8 USDT'],
    ],
  );
});

test('what the script exported is a table, the first of its rows', () => {
  const rows = Array.from({ length: 201 }, (_, index) => [index + 0.5, `note <${index}>`]);
  const exports = [{ name: 'trades', headers: ['profit', 'note'], rows }];
  const page = renderBacktestReport(sampleInput(), sampleReport({ exports }), 'library();');
  assert.match(page, /<h3>trades <span class="soft">201 rows<\/span><\/h3>/);
  assert.ok(page.includes('<th scope="col" class="number">profit</th>'));
  assert.ok(page.includes('<td class="number">199.5</td>'));
  assert.ok(page.includes('<td>note &lt;199&gt;</td>'));
  assert.ok(!page.includes('note &lt;200&gt;'));
  assert.match(page, /1 more rows are in the files/);
  const without = renderBacktestReport(sampleInput(), sampleReport(), 'library();');
  assert.ok(!without.includes('Exports of the script'));
});
