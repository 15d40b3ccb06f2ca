// `tidemill compare-trades` on the lists beside this, as a person and as a program see it: candles
// are imported from their file, and scripts and lists are read from theirs.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { accepted } from '#lib/result.ts';
import { candleFiles } from '#adapters/files/candle-files.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { commandRunner, opened } from '#cli/command-host.fixture.ts';
import { historyHarness } from '#services/history/history-harness.fixture.ts';
import { someOf } from '../../support/share-of-cases.ts';
import { csvOfBars, madeBars, minutesOf } from './pine-candles.ts';
import type { PineExample } from './pine-example.ts';
import { PINE_EXAMPLES } from './pine-strategies.ts';

const HERE = import.meta.dirname;
const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-compare-'));

const { deps } = await historyHarness();
const runWords = commandRunner({
  openApplication: opened({ ...deps, candleFiles, futuresTerms: [] }),
  runBacktest: async (input) => accepted(runBacktest(input, () => true)),
});

const run = async (...words: readonly string[]) => runWords(words);

const terms = ['--market-type', 'futures', '--maker-fee', '0', '--taker-fee', '0'];
const market = [
  '--exchange',
  'archive',
  '--symbol',
  'BTC/USDT',
  '--price-step',
  '0.1',
  '--amount-step',
  '0.001',
];
const script = (name: string): readonly string[] => [
  '--script',
  path.join(HERE, 'scripts', `${name}.lua`),
  '--market',
  'ARCHIVE_BTC_USDT_PERP',
  '--interval',
  '15',
];
/** Bars of a market with minutes, for those who look inside of them. */
const minutes = path.join(folder, 'minutes.csv');
const fine = [
  '--exchange',
  'archive',
  '--symbol',
  'FINE/USDT',
  '--price-step',
  '0.1',
  '--amount-step',
  '0.001',
];
const list = (name: string): string => path.join(HERE, 'lists', `${name}.csv`);

/** What the settings of a strategy are as options. */
function optionsOf({ settings = {}, commission = 0n, leverage }: PineExample): readonly string[] {
  const { slippage, isOnClose, minutesOf: magnifier, marginLong, marginShort } = settings;
  const options: readonly (readonly [string, bigint | number | undefined])[] = [
    ['--slippage-ticks', slippage],
    ['--commission', commission === 0n ? undefined : Number(commission) / 100],
    ['--leverage', leverage],
    ['--margin-long', marginLong],
    ['--margin-short', marginShort],
    ['--pyramiding', settings.pyramiding],
  ];
  return [
    ...options.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)])),
    ...(isOnClose === true ? ['--fill-at-close'] : []),
    ...(magnifier === undefined ? [] : ['--bar-magnifier', '--market', 'ARCHIVE_FINE_USDT_PERP']),
    '--balance',
    'USDT=1000000',
  ];
}

/** The list of a strategy, changed; its path. */
function changed(name: string, change: (text: string) => string): string {
  const target = path.join(folder, `${name}.csv`);
  writeFileSync(target, change(readFileSync(list(name), 'utf8')));
  return target;
}

suite('tidemill compare-trades', () => {
  before(async () => {
    writeFileSync(minutes, csvOfBars(madeBars().flatMap(minutesOf)));
    const candles = path.join(HERE, 'candles.csv');
    for (const [file, options] of [
      [candles, market],
      [minutes, fine],
    ] as const) {
      const imported = await run('history', 'import', file, ...options, ...terms);
      assert.equal(imported.exitCode, 0, imported.error);
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  // Every day a few: lists.test.ts has them all without the command.
  for (const example of PINE_EXAMPLES.slice(0, someOf(PINE_EXAMPLES.length))) {
    const { name, script: other = name } = example;
    test(`${name} is equal`, async () => {
      const ended = await run(
        'compare-trades',
        list(name),
        ...script(other),
        ...optionsOf(example),
      );
      assert.equal(ended.exitCode, 0, ended.out + ended.error);
      assert.match(ended.out, /^(\d+) of \1 trades are equal/);
    });
  }

  test('what differs is shown with its cause and surroundings, and ends with 1', async () => {
    const bracket = changed('bracket', (text) => {
      const rows = text.split('\n');
      return [...rows.slice(0, 4), ...rows.slice(5)].join('\n');
    });
    const ended = await run('compare-trades', bracket, ...script('bracket'), '--context', '2');
    assert.equal(ended.exitCode, 1);
    assert.match(
      ended.out,
      /^First difference: trade 4 of the run, which the list does not have\./,
    );
    assert.match(ended.out, /\nCause: extra trade: the list has no long position there\.\n/);
    assert.match(ended.out, /\nBar at 2024-[^]+\n {6}2 long[^]+\n {6}3 long[^]+\n\+ {5}4 long/);
    assert.match(
      ended.out,
      /\nAll differences: extra trade \(1\)\.\n11 of 11 trades are equal \(the run has 12\)/,
    );
  });

  test('times of another zone are found, and read when requested', async () => {
    const tokyo = changed('ma-cross-reversing', (text) =>
      text.replaceAll(/2024-(\d\d)-(\d\d) (\d\d):(\d\d)/g, (_, ...parts: string[]) => {
        const [month, day, hour, minute] = parts.map(Number);
        const at = Date.UTC(2024, (month ?? 1) - 1, day, (hour ?? 0) + 9, minute);
        return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
      }),
    );
    const off = await run('compare-trades', tokyo, ...script('ma-cross-reversing'), '--json');
    assert.equal(off.exitCode, 1);
    const { shift_minutes: shift, differences } = JSON.parse(off.out) as {
      shift_minutes: number;
      differences: readonly { readonly cause: string; readonly detail: string }[];
    };
    assert.equal(shift, 540);
    assert.match(differences[0]?.detail ?? '', /try --time-zone \+09:00/);
    for (const zone of ['+09:00', 'Asia/Tokyo']) {
      const options = ['--time-zone', zone, '--json'];
      const ended = await run('compare-trades', tokyo, ...script('ma-cross-reversing'), ...options);
      assert.equal(ended.exitCode, 0, zone);
      assert.equal((JSON.parse(ended.out) as { is_equal: boolean }).is_equal, true);
    }
  });

  test('a list that cannot be read is refused with line and column', async () => {
    const broken = changed('bracket', (text) => text.replace(',long,', ',upwards,'));
    const ended = await run('compare-trades', broken, ...script('bracket'));
    assert.equal(ended.exitCode, 1);
    assert.match(ended.error, /bracket\.csv:2:35: "upwards" is neither long nor short/);
  });

  test('files that are no lists are refused in words', async () => {
    const empty = path.join(folder, 'empty.csv');
    writeFileSync(empty, '');
    for (const [file, reason] of [
      [path.join(folder, 'nowhere.csv'), /there is no such file\./],
      [folder, /it is a folder\./],
      [empty, /empty\.csv:1:1: the file is empty/],
      [path.join(HERE, 'candles.csv'), /:1:1: the first line does not name the columns/],
    ] as const) {
      const ended = await run('compare-trades', file, ...script('bracket'));
      assert.equal(ended.exitCode, 1);
      assert.match(ended.error, reason);
    }
  });

  test('a list of a shorter chart is distinguished from its times', async () => {
    const words = [...script('bracket').slice(0, -1), '60'];
    const ended = await run('compare-trades', list('bracket'), ...words);
    assert.equal(ended.exitCode, 1);
    assert.match(ended.out, /\nCause: chart interval: .*: try --interval 15\.\n/);
  });

  test('a zone that is none is a wrong use', async () => {
    const zone = ['--time-zone', 'Nowhere/Land'];
    const ended = await run('compare-trades', list('bracket'), ...script('bracket'), ...zone);
    assert.equal(ended.exitCode, 2);
  });
});
