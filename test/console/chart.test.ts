// Parts of the chart, without a browser: bars, the feed that reads them, marks on bars, and numbers
// on the steps of a market.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BarQuery } from '../../console/src/chart/bar-feed.ts';
import { makeBarFeed } from '../../console/src/chart/bar-feed.ts';
import type { Columns } from '../../console/src/chart/bars.ts';
import { barIndexAt, barsOf, unitsOf } from '../../console/src/chart/bars.ts';
import { marksOn } from '../../console/src/chart/marks.ts';
import { placedObjects } from '../../console/src/chart/placed-objects.ts';
import { inPageColours } from '../../console/src/chart/script-colours.ts';
import { pivotsOf } from '../../console/src/chart/pivots.ts';
import { heikinAshi } from '../../console/src/chart/heikin-ashi.ts';
import { readBars } from '../../console/src/chart/read-bars.ts';
import {
  compareDecimals,
  floorToStep,
  isOnStep,
  isPositive,
  sumOf,
} from '../../console/src/parts/steps.ts';

const START_MS = Date.parse('2026-11-20T00:00:00Z');
const MINUTES = 60;

/** One bar an hour; the price of each is its number. */
function columnsOf(from: number, to: number): Columns {
  const count = Math.max(0, to - from);
  const steps = Array.from({ length: count }, (_, at) => (at === 0 ? from * 100 : 100));
  return {
    price_step: '0.01',
    amount_step: '0.5',
    start_at: count === 0 ? null : new Date(START_MS + from * 3_600_000).toISOString(),
    minutes: steps.map((_, at) => (at === 0 ? 0 : MINUTES)),
    open: steps,
    high: steps,
    low: steps,
    close: steps,
    volume: steps.map(() => 3),
  };
}

const LAST = 30_000;
const hourOf = (instant: string): number => (Date.parse(instant) - START_MS) / 3_600_000;

/** A market of 30,000 hours, read as the service would. */
async function read({ from, to, limit }: BarQuery): Promise<Columns> {
  const end = Math.min(LAST, to === undefined ? LAST : Math.floor(hourOf(to)));
  const begin = from === undefined ? end - limit : Math.ceil(hourOf(from));
  const first = Math.max(0, begin);
  return columnsOf(first, Math.min(end, first + limit));
}

function feedOf() {
  const heard: string[] = [];
  const feed = makeBarFeed(
    MINUTES,
    read,
    (change) => heard.push(change),
    (state) => heard.push(state),
  );
  const prices = () => {
    const bars = feed.bars();
    return [bars[0]?.open, bars.at(-1)?.open, bars.length];
  };
  return { feed, heard, prices };
}

suite('bars', () => {
  test('are what their columns say, to the cent', () => {
    const [first, second] = barsOf({ ...columnsOf(0, 0), ...columnsOf(7, 9) });
    assert.deepEqual(first, {
      time: START_MS / 1_000 + 7 * 3_600,
      open: 7,
      high: 7,
      low: 7,
      close: 7,
      volume: 1.5,
    });
    assert.equal(second?.open, 8);
    assert.equal(unitsOf('0.05')(3), 0.15);
    assert.equal(unitsOf('0.01')(1_110), 11.1);
    assert.equal(unitsOf('10')(3), 30);
  });

  test('an instant is in the last bar that begins then or before', () => {
    const bars = [{ time: 10 }, { time: 20 }, { time: 40 }];
    const cases = [
      [9, -1],
      [10, 0],
      [19.9, 0],
      [20, 1],
      [39, 1],
      [1_000, 2],
    ] as const;
    for (const [at, index] of cases) assert.equal(barIndexAt(bars, at), index, String(at));
  });
});

suite('the feed', () => {
  test('reads the newest bars, then older ones as far as there are', async () => {
    const { feed, prices } = feedOf();
    await feed.goTo(null);
    assert.deepEqual(prices(), [29_000, 29_999, 1_000]);
    await Promise.all([feed.readOlder(), feed.readOlder()]);
    assert.deepEqual(prices(), [19_000, 29_999, 11_000]);
    for (let page = 0; page < 4; page += 1) await feed.readOlder();
    assert.deepEqual(prices(), [0, 29_999, 30_000]);
    assert.equal(feed.hasOlder(), false);
  });

  test('goes to a day, and on to the newest from there', async () => {
    const { feed, prices } = feedOf();
    await feed.goTo(START_MS / 1_000 + 5_000 * 3_600);
    assert.deepEqual(prices(), [4_400, 5_399, 1_000]);
    assert.equal(feed.hasNewer(), true);
    await feed.readNewer();
    assert.deepEqual(prices(), [4_400, 15_399, 11_000]);
    const before = prices();
    feed.notePrice(1, Date.now());
    assert.deepEqual(prices(), before, 'the price of now is not that of then');
  });

  test('moves its last bar with the price, and begins the next one in its time', async () => {
    const { feed, heard } = feedOf();
    await feed.goTo(null);
    const endMs = START_MS + LAST * 3_600_000;
    feed.notePrice(31_000, endMs - 60_000);
    const moved = feed.bars().at(-1);
    assert.deepEqual([moved?.high, moved?.low, moved?.close], [31_000, 29_999, 31_000]);
    feed.notePrice(30_500, endMs + 1_000);
    const begun = feed.bars().at(-1);
    assert.deepEqual(
      [begun?.time, begun?.open, begun?.high, begun?.close],
      [endMs / 1_000, 31_000, 31_000, 30_500],
    );
    feed.notePrice(7, START_MS);
    assert.equal(feed.bars().at(-1)?.close, 30_500, 'an old price changes nothing');
    assert.deepEqual(heard.slice(-2), ['end', 'end']);
  });

  test('drops what it read for a place that was left', async () => {
    const { feed, prices } = feedOf();
    const left = feed.goTo(START_MS / 1_000 + 5_000 * 3_600);
    const wanted = feed.goTo(null);
    assert.deepEqual([await left, await wanted], [false, true]);
    assert.deepEqual(prices(), [29_000, 29_999, 1_000]);
  });
});

test('each trade is marked on the bar that it was in, one mark for a side', () => {
  const bars = barsOf(columnsOf(0, 3));
  const at = (hours: number) => START_MS + hours * 3_600_000;
  const trade = (id: string, hours: number, side: 'buy' | 'sell') => ({
    id,
    atMs: at(hours),
    side,
    price: 1,
    text: id,
  });
  const marks = marksOn(
    bars,
    [
      trade('too old', -0.1, 'buy'),
      trade('second', 0.99, 'buy'),
      trade('first', 0, 'buy'),
      trade('sold', 1, 'sell'),
      trade('in the last', 2.999, 'sell'),
      trade('behind', 3, 'sell'),
    ],
    MINUTES,
  );
  assert.deepEqual(
    marks.map(({ time, side, trades }) => [
      (time * 1_000 - START_MS) / 3_600_000,
      side,
      trades.map(({ id }) => id),
    ]),
    [
      [0, 'buy', ['first', 'second']],
      [1, 'sell', ['sold']],
      [2, 'sell', ['in the last']],
    ],
  );
});

test('candles stand out that are beyond so many before and after them', () => {
  const highs = [1, 5, 2, 3, 3, 9, 4, 4];
  const bars = highs.map((high, time) => {
    return { time, open: high, high, low: high, close: high, volume: 0 };
  });
  const found = (before: number, after: number) =>
    pivotsOf(bars, before, after).map(({ bar, isHigh }) => [bar.time, isHigh]);
  assert.deepEqual(found(1, 1), [
    [1, true],
    [2, false],
    [5, true],
  ]);
  assert.deepEqual(found(4, 2), [[5, true]]);
  assert.deepEqual(found(6, 3), []);
});

test('Heikin-Ashi candles are those of their definition', () => {
  const bars = [
    { time: 0, open: 10, high: 14, low: 9, close: 12, volume: 1 },
    { time: 60, open: 12, high: 13, low: 8, close: 9, volume: 1 },
  ];
  assert.deepEqual(
    heikinAshi(bars).map(({ open, high, low, close }) => [open, high, low, close]),
    [
      [11, 14, 9, 11.25],
      [11.125, 13, 8, 10.5],
    ],
  );
});

suite('decimals', () => {
  test('are cut to the step, exactly', () => {
    const cases = [
      ['1.239', '0.01', '1.23'],
      ['0.1', '0.1', '0.1'],
      ['0.3', '0.1', '0.3'],
      ['17', '5', '15'],
      ['1.5', '0', '1.5'],
      ['0.00000000123', '0.0000000001', '0.0000000012'],
      ['123456789012345678.9', '1', '123456789012345678'],
      ['x', '1', 'x'],
    ] as const;
    for (const [text, step, cut] of cases) assert.equal(floorToStep(text, step), cut);
    assert.equal(isOnStep('0.3', '0.1'), true);
    assert.equal(isOnStep('0.35', '0.1'), false);
    assert.equal(isPositive('0.0'), false);
    assert.equal(isPositive('1.'), true);
    assert.equal(isPositive('-1'), false);
  });

  test('are compared and added as they are', () => {
    assert.equal(compareDecimals('0.1', '0.10'), 0);
    assert.equal(compareDecimals('-2', '1'), -1);
    assert.equal(compareDecimals('10', '9.99999'), 1);
    assert.equal(sumOf(['0.1', '0.2']), '0.3');
    assert.equal(sumOf(['1', '-1.5']), '-0.5');
    assert.equal(sumOf([]), '0');
  });
});

suite('bars that the service does not know', () => {
  /** A service that knows the hours from `from` on, and an exchange that has them from `first` on. */
  function serviceOf({ from, first, isClosed = false }: Readonly<ServiceOptions>) {
    const heard: string[] = [];
    let known = from;
    const history = () => ({ from: instantOf(known), can_be_fetched: !isClosed });
    const bars = readBars(
      {
        read: async ({ to }) => {
          heard.push('read');
          return columnsOf(known, to === undefined ? LAST : hourOf(to));
        },
        known: async () => history(),
        fetch: async (since) => {
          known = Math.max(first, hourOf(since));
          heard.push(`fetched ${known}`);
          return history();
        },
      },
      (isFetching) => heard.push(isFetching ? 'fetching' : 'there'),
    );
    const before = async (hour: number) => {
      const query = { to: instantOf(hour), limit: 10, isForming: false };
      return barsOf(await bars(query, new AbortController().signal)).length;
    };
    return { before, heard };
  }

  test('are fetched from its exchange, and read then', async () => {
    const { before, heard } = serviceOf({ from: 500, first: 0 });
    assert.equal(await before(500), 72);
    assert.deepEqual(heard, ['read', 'fetching', 'fetched 428', 'read', 'there']);
  });

  test('are not fetched where there are none older', async () => {
    const { before, heard } = serviceOf({ from: 500, first: 500 });
    assert.equal(await before(500), 0);
    assert.equal(await before(500), 0);
    assert.equal(heard.filter((of) => of.startsWith('fetched')).length, 1);
  });

  test('are not fetched where the exchange has none', async () => {
    const { before, heard } = serviceOf({ from: 500, first: 0, isClosed: true });
    assert.equal(await before(500), 0);
    assert.ok(!heard.includes('fetched 428'));
  });
});

type ServiceOptions = { from: number; first: number; isClosed?: boolean };

const instantOf = (hour: number): string => new Date(START_MS + hour * 3_600_000).toISOString();

suite('objects of a script', () => {
  const bars = barsOf(columnsOf(10, 14));
  const object = {
    kind: 'line' as const,
    chart: 0,
    text: '',
    style: ['dashed'],
    color: '#2962FF',
    fill_color: null,
    text_color: null,
    width: '2',
    height: '0',
    text_size: '0',
    tooltip: '',
    cell: null,
  };

  test('are at their bars, and in steps of a bar beyond them', () => {
    const at = (hour: number, minute = 0): number | undefined => {
      const timestamp = new Date(START_MS + hour * 3_600_000 + minute * 60_000).toISOString();
      const points = [{ timestamp, value: '7.5' }];
      return placedObjects([{ ...object, points }], bars)[0]?.spots[0]?.at;
    };
    assert.deepEqual(
      [at(10), at(11), at(13), at(13, 59), at(14), at(17), at(9), at(7)],
      [0, 1, 3, 3, 4, 7, -1, -3],
    );
  });

  test('have numbers for what the API says in texts', () => {
    const timestamp = new Date(START_MS + 11 * 3_600_000).toISOString();
    const [placed] = placedObjects([{ ...object, points: [{ timestamp, value: '7.5' }] }], bars);
    assert.deepEqual(placed?.spots, [{ at: 1, value: 7.5 }]);
    assert.deepEqual([placed?.width, placed?.style.has('dashed')], [2, true]);
    assert.deepEqual(placedObjects([{ ...object, points: [] }], []), []);
  });
});

test('colors that a script takes from its chart are those of the page', () => {
  const page = { text: 'rgb(10, 200, 255)', ground: 'rgb(0, 0, 0)' };
  const label = { color: '#FEFEFE', fill_color: null, text_color: '#FF0000' };
  const parts = { plots: [], shapes: [], levels: [{ color: '#01010180' }], bands: [] };
  const shown = inPageColours({ ...parts, objects: [label] }, page);
  assert.equal(shown.levels[0]?.color, '#0ac8ff80');
  assert.deepEqual(shown.objects[0], { ...label, color: '#000000' });
});
