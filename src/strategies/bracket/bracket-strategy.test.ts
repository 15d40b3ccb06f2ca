// A bracket over minutes: what its entry fills has exits, and one of them ends it. A tick is 0.01
// USDT, a lot 0.0001 BTC, the price begins at 20,000.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { canonicalJson } from '#lib/json.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { RuleSetName } from '#domain/matching/matching-rules.ts';
import type { BracketStanding } from '#domain/strategy/bracket-standing.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import { makeStrategy } from '#strategies/make-strategy.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { readConfig } from '#strategies/read-config.ts';
import { runStrategyBacktest } from '#strategies/run-strategy-backtest.fixture.ts';

const SPOT = spotMarket({ amountStep: '0.0001', minOrderValue: '10' });
const FUTURES = futuresMarket('vanilla', '1', { amountStep: '0.0001', minOrderValue: '10' });
const CONFIG: ConfigRecord = { market_tag: 'm1', amount: '0.01' };

/** Minutes at these prices; a pair is the low and the high of one. */
function at(...prices: readonly (number | readonly [number, number])[]): Bar[] {
  return prices.map((price): Bar => {
    const [low, high] = typeof price === 'number' ? [price, price] : price;
    return [high * 100, high * 100, low * 100, low * 100, 10 ** 9];
  });
}

type Ran = { readonly report: BacktestReport; readonly standings: readonly BracketStanding[] };

type Options = {
  readonly market?: Market;
  /** After so many updates. */
  readonly edits?: Readonly<Record<number, ConfigRecord>>;
  readonly rules?: RuleSetName;
  readonly placesStops?: boolean;
};

function run(
  changes: ConfigRecord,
  bars: readonly Bar[],
  { market = SPOT, edits = {}, rules = 'touch', placesStops = false }: Options = {},
): Ran {
  const record = { ...CONFIG, ...changes };
  const read = readConfig('bracket', record, market);
  assert.ok(read.ok, read.ok ? 'read' : (read.rejection[0]?.message ?? ''));
  const strategy = makeStrategy(read.value, market, { placesStops });
  const standings: BracketStanding[] = [];
  const ran = runStrategyBacktest(
    planInput(bars, { market, settings: { rules } }),
    { name: 'bracket', configText: canonicalJson(record) },
    (api) => {
      const running = strategy(api);
      let count = 0;
      const update = (): void => {
        running.update();
        count += 1;
        const edit = edits[count];
        if (edit !== undefined) running.edit({ ...read.value.record, ...edit });
        if (running.bracket !== undefined) standings.push(running.bracket());
      };
      return { ...running, update };
    },
    () => true,
  );
  assert.ok(ran.ok);
  return { report: ran.value, standings };
}

function outcomes({ report }: Ran): readonly string[] {
  return report.orders.map((order) =>
    [order.side, order.type, formatDecimal(order.filledAmount), order.state].join(' '),
  );
}

function last({ standings }: Ran): string {
  const { phase, heldAmount, uncoveredAmount, outcome } = standings.at(-1) as BracketStanding;
  return [phase, formatDecimal(heldAmount), formatDecimal(uncoveredAmount), outcome].join(' ');
}

const STILL = at(...(Array(6).fill(20_000) as number[]));

suite('a bracket', () => {
  test('sells at its target, and its stop ends', () => {
    const ran = run({ stop_price: '19000', target_price: '21000' }, [
      ...STILL,
      ...at(21_500, 21_500, 21_500),
    ]);
    assert.deepEqual(outcomes(ran), [
      'buy market 0.01 filled',
      'sell stop_market 0 cancelled',
      'sell limit 0.01 filled',
    ]);
    assert.equal(last(ran), 'done 0 0 target');
  });

  test('sells at its stop, and its target ends', () => {
    const ran = run({ stop_price: '19000', target_price: '21000' }, [
      ...STILL,
      ...at(18_500, 18_500, 18_500),
    ]);
    assert.deepEqual(outcomes(ran), [
      'buy market 0.01 filled',
      'sell stop_market 0.01 filled',
      'sell limit 0 cancelled',
    ]);
    assert.equal(last(ran), 'done 0 0 stop');
  });

  test('covers all that it holds from the minute after its entry', () => {
    const { standings } = run({ stop_price: '19000' }, STILL);
    const held = standings.filter(({ heldAmount }) => heldAmount > 0n);
    assert.ok(held.length > 2);
    assert.deepEqual(
      [...new Set(held.map(({ phase, uncoveredAmount }) => `${phase} ${uncoveredAmount}`))],
      ['holding 0'],
    );
  });

  test('leaves one part at its first target and the rest at its second', () => {
    const ran = run(
      {
        stop_price: '19000',
        target_price: '21000',
        second_target_price: '22000',
        first_target_percent: 30,
      },
      [...STILL, ...at(21_500, 21_500, 22_500, 22_500)],
    );
    const filled = outcomes(ran).filter((text) => text.endsWith(' filled'));
    assert.deepEqual(filled, [
      'buy market 0.01 filled',
      'sell limit 0.003 filled',
      'sell limit 0.007 filled',
    ]);
    assert.equal(last(ran), 'done 0 0 target');
  });

  test('closes by its stop what the first target left', () => {
    const ran = run({ stop_price: '19000', target_price: '21000', second_target_price: '22000' }, [
      ...STILL,
      ...at(21_500, 21_500, 18_500, 18_500),
    ]);
    const filled = outcomes(ran).filter((text) => text.endsWith(' filled'));
    assert.deepEqual(filled, [
      'buy market 0.01 filled',
      'sell limit 0.005 filled',
      'sell stop_market 0.005 filled',
    ]);
    assert.equal(last(ran), 'done 0 0 target_and_stop');
  });

  test('follows the price with a stop that trails', () => {
    const ran = run({ stop_price: '19000', stop_trails: true }, [
      ...STILL,
      ...at(22_000, 24_000, 23_500, 22_900, 22_900),
    ]);
    const [, exit] = ran.report.orders;
    assert.equal(exit?.type, 'trailing_stop_market');
    assert.equal(last(ran), 'done 0 0 stop');
    assert.ok((ran.report.positions[0]?.realizedProfit ?? 0n) > 0n);
  });

  test('that is short has its exits on the other side', () => {
    const ran = run(
      { direction: 'short', stop_price: '21000', target_price: '19000', leverage: 2 },
      [...STILL, ...at(18_500, 18_500, 18_500)],
      { market: FUTURES },
    );
    assert.equal(last(ran), 'done 0 0 target');
    assert.deepEqual(
      outcomes(ran).map((text) => text.split(' ')[0]),
      ['sell', 'buy', 'buy'],
    );
  });

  test('waits for its limit, and ends when that is cancelled by its owner', () => {
    const ran = run({ entry_price: '18000', stop_price: '17000' }, STILL, {
      edits: { 3: { ending: 'keep' } },
    });
    assert.deepEqual(outcomes(ran), ['buy limit 0 cancelled']);
    assert.equal(last(ran), 'done 0 0 cancelled');
  });

  test('retains what it holds where its owner ends it so, without orders', () => {
    const ran = run({ stop_price: '19000', target_price: '21000' }, STILL, {
      edits: { 3: { ending: 'keep' } },
    });
    assert.deepEqual(
      outcomes(ran).map((text) => text.split(' ').slice(2).join(' ')),
      ['0.01 filled', '0 cancelled', '0 cancelled'],
    );
    assert.equal(last(ran), 'done 0.01 0 cancelled');
  });

  test('closes what it holds where its owner wants that', () => {
    const ran = run({ stop_price: '19000', target_price: '21000' }, STILL, {
      edits: { 3: { ending: 'close' } },
    });
    assert.equal(outcomes(ran).at(-1), 'sell market 0.01 filled');
    assert.equal(last(ran), 'done 0 0 closed');
  });

  test('retains its exits where nothing more may be entered', () => {
    const ran = run({ stop_price: '19000', target_price: '21000' }, STILL, {
      edits: { 3: { allows_entry: false } },
    });
    assert.equal(last(ran), 'holding 0.01 0 ');
    const waiting = run({ entry_price: '18000', stop_price: '17000' }, STILL, {
      edits: { 3: { allows_entry: false } },
    });
    assert.equal(last(waiting), 'done 0 0 cancelled');
    // Also where the rest of the settings cannot be read any more.
    const damaged = run({ entry_price: '18000', stop_price: '17000' }, STILL, {
      edits: { 3: { amount: 'ж', allows_entry: false } },
    });
    assert.equal(last(damaged), 'done 0 0 cancelled');
  });
});

suite('an entry that fills in parts', () => {
  const parts = (volumes: readonly number[]): Bar[] =>
    volumes.map((volume): Bar => [1_990_000, 1_990_000, 1_980_000, 1_985_000, volume]);

  test('has exits for each part at once, and no more than it holds', () => {
    const bars = [...STILL, ...parts([200, 300, 500, 100]), ...STILL];
    const options = { rules: 'realistic' } as const;
    const config = { entry_price: '19900', stop_price: '19000', target_price: '21000' };
    const ran = run(config, bars, options);
    const held = ran.standings.map(({ heldAmount }) => formatDecimal(heldAmount));
    assert.deepEqual([...new Set(held)], ['0', '0.002', '0.005', '0.01']);
    assert.ok(ran.standings.every(({ uncoveredAmount }) => uncoveredAmount === 0n));
    assert.match(last(ran), /^holding 0\.01 0 $/);
    const stops = ran.report.orders.filter(({ type }) => type === 'stop_market');
    assert.deepEqual(
      stops.map(({ amount }) => formatDecimal(amount)),
      ['0.002', '0.003', '0.005'],
    );
  });

  test('sells each part once, by its stops', () => {
    const bars = [
      ...STILL,
      ...parts([200, 300, 500]),
      ...at(18_500, 18_500, 18_500, 18_500, 18_500),
    ];
    const config = { entry_price: '19900', stop_price: '19000', target_price: '21000' };
    const ran = run(config, bars, { rules: 'realistic' });
    assert.equal(last(ran), 'done 0 0 stop');
  });

  test('enters no more once its target was reached', () => {
    const bars = [...STILL, ...parts([200, 300]), ...at(21_500, 21_500, 21_500), ...STILL];
    const config = { entry_price: '19900', amount: '0.1', target_price: '21000' };
    const ran = run(config, bars, { rules: 'realistic' });
    const [entry] = ran.report.orders;
    assert.equal(entry?.state, 'cancelled');
    assert.match(last(ran), /^done 0 0 target$/);
  });

  test('says what is too small for an exit, and covers it with the next part', () => {
    const bars = [...STILL, ...parts([40, 960]), ...STILL];
    const config = { entry_price: '19900', stop_price: '19000', target_price: '21000' };
    const ran = run(config, bars, { rules: 'realistic' });
    const bare = ran.standings.find(({ uncoveredAmount }) => uncoveredAmount > 0n);
    assert.match(bare?.reason ?? '', /a stop of 0\.0004 is refused/);
    assert.match(last(ran), /^holding 0\.01 0 $/);
  });

  test('joins what is too small with the exits before it', () => {
    const bars = [...STILL, ...parts([960, 40]), ...STILL];
    const config = { entry_price: '19900', stop_price: '19000', target_price: '21000' };
    const ran = run(config, bars, { rules: 'realistic' });
    assert.match(last(ran), /^holding 0\.01 0 $/);
  });
});

suite('exits that their owner moves', () => {
  const HELD = { stop_price: '19000', target_price: '21000' };

  test('a stop that was moved up closes there, and never leaves what is held without one', () => {
    const bars = [...STILL, ...at(20_500, 20_500, 19_700, 19_700, 19_700)];
    const moved = { ...HELD, moved_stop_price: '19800' };
    const ran = run({ ...HELD, entry_price: '20000' }, bars, { edits: { 4: moved } });
    assert.deepEqual(outcomes(ran), [
      'buy limit 0.01 filled',
      'sell stop_market 0 cancelled',
      'sell limit 0 cancelled',
      'sell stop_market 0.01 filled',
    ]);
    assert.ok(ran.standings.every(({ uncoveredAmount }) => uncoveredAmount === 0n));
    assert.equal(last(ran), 'done 0 0 stop');
  });

  test('a stop above the entry takes the profit that there is', () => {
    const bars = [...STILL, ...at(20_900, 20_900, 20_900, 20_400, 20_400)];
    const moved = { ...HELD, entry_price: '20000', moved_stop_price: '20500' };
    const ran = run({ ...HELD, entry_price: '20000' }, bars, { edits: { 7: moved } });
    assert.equal(last(ran), 'done 0 0 stop');
    assert.ok((ran.report.positions[0]?.realizedProfit ?? 0n) > 0n);
  });

  test('a target that was moved sells at its new price, and its stop stays', () => {
    const bars = [...STILL, ...at(20_600, 20_600, 20_600)];
    const ran = run(HELD, bars, { edits: { 3: { ...HELD, moved_target_price: '20500' } } });
    assert.deepEqual(outcomes(ran), [
      'buy market 0.01 filled',
      'sell stop_market 0 cancelled',
      'sell limit 0 cancelled',
      'sell limit 0.01 filled',
    ]);
    assert.ok(ran.standings.every(({ uncoveredAmount }) => uncoveredAmount === 0n));
    assert.equal(last(ran), 'done 0 0 target');
  });

  test('what was not there is added', () => {
    const toTarget = run({ stop_price: '19000' }, [...STILL, ...at(20_600, 20_600, 20_600)], {
      edits: { 3: { stop_price: '19000', moved_target_price: '20500' } },
    });
    assert.equal(last(toTarget), 'done 0 0 target');
    const toStop = run({ target_price: '21000' }, [...STILL, ...at(18_500, 18_500, 18_500)], {
      edits: { 3: { target_price: '21000', moved_stop_price: '19500' } },
    });
    assert.equal(last(toStop), 'done 0 0 stop');
  });

  test('each of two targets moves by itself', () => {
    const two = { stop_price: '19000', target_price: '21000', second_target_price: '22000' };
    const bars = [...STILL, ...at(20_600, 20_600, 20_600, 21_600, 21_600, 21_600)];
    const moved = { moved_target_price: '20500', moved_second_target_price: '21500' };
    const ran = run(two, bars, { edits: { 3: { ...two, ...moved } } });
    const filled = outcomes(ran).filter((text) => text.endsWith(' filled'));
    assert.deepEqual(filled, [
      'buy market 0.01 filled',
      'sell limit 0.005 filled',
      'sell limit 0.005 filled',
    ]);
    assert.equal(last(ran), 'done 0 0 target');
  });

  test('before the entry they stand where they were moved to', () => {
    const bars = [...STILL, ...at(19_400, 19_400, 19_400, 18_900, 18_900)];
    const config = { ...HELD, entry_price: '19500' };
    const ran = run(config, bars, { edits: { 2: { ...config, moved_stop_price: '19100' } } });
    const stops = ran.report.orders.filter(({ type }) => type === 'stop_market');
    assert.equal(stops.length, 1);
    assert.equal(last(ran), 'done 0 0 stop');
  });
});

suite('settings of a bracket', () => {
  const cases: readonly (readonly [name: string, changes: ConfigRecord, key: string])[] = [
    ['without an exit', {}, 'stop_price'],
    ['whose stop is above its entry', { entry_price: '20000', stop_price: '20100' }, 'stop_price'],
    [
      'whose target is below its entry',
      { entry_price: '20000', target_price: '19000' },
      'target_price',
    ],
    [
      'whose targets are in the wrong order',
      { target_price: '22000', second_target_price: '21000' },
      'second_target_price',
    ],
    [
      'whose stop follows from nowhere',
      { target_price: '22000', stop_trails: true },
      'stop_trails',
    ],
    ['that is short on spot', { direction: 'short', stop_price: '21000' }, 'direction'],
    ['whose stop lies between steps', { stop_price: '19000.005' }, 'stop_price'],
    [
      'whose stop is above its target',
      { stop_price: '22000', target_price: '21000' },
      'stop_price',
    ],
  ];
  for (const [name, changes, key] of cases)
    test(`are refused ${name}`, () => {
      const read = readConfig('bracket', { ...CONFIG, ...changes }, SPOT);
      assert.ok(!read.ok);
      assert.deepEqual(
        read.rejection.map((problem) => problem.key),
        [key],
      );
    });
});

suite('a bracket whose exchange holds its stop', () => {
  const stopsOf = ({ report }: Ran): readonly string[] =>
    report.orders
      .filter(({ type }) => type === 'stop_market')
      .map(({ side, triggerPrice, filledAmount, state }) =>
        [side, formatDecimal(triggerPrice ?? ZERO), formatDecimal(filledAmount), state].join(' '),
      );
  const held = { market: FUTURES, placesStops: true };

  test('moves a stop that trails in steps of a fifth of its distance, and never back', () => {
    const prices = at(20_100, 20_150, 20_250, 20_240, 20_000, 19_900, 19_400, 19_100);
    const ran = run({ stop_price: '19000', stop_trails: true }, [...STILL, ...prices], held);
    assert.deepEqual(stopsOf(ran), ['sell 19000 0 cancelled', 'sell 19250 0.01 filled']);
    assert.equal(last(ran), 'done 0 0 stop');
  });

  test('moves that of a short position downward', () => {
    const prices = at(19_700, 19_700, 20_800, 20_800);
    const config = { stop_price: '21000', stop_trails: true, direction: 'short' };
    const ran = run(config, [...STILL, ...prices], held);
    assert.deepEqual(stopsOf(ran), ['buy 21000 0 cancelled', 'buy 20700 0.01 filled']);
  });

  test('holds no minute without a stop while it is moved, nor two afterwards', () => {
    const prices = at(20_300, 20_600, 20_900, 21_200, 21_500);
    const ran = run({ stop_price: '19000', stop_trails: true }, [...STILL, ...prices], held);
    const holding = ran.standings.filter(({ heldAmount }) => heldAmount > 0n);
    assert.deepEqual([...new Set(holding.map(({ uncoveredAmount }) => uncoveredAmount))], [0n]);
    assert.equal(stopsOf(ran).filter((text) => text.endsWith(' open')).length, 1);
  });

  test('moves such a stop into a group, and adds a target to it', () => {
    const moved = { moved_stop_price: '19500' };
    const edits = { 4: moved, 7: { ...moved, moved_target_price: '21000' } };
    const options = { placesStops: true, edits };
    const ran = run({ stop_price: '19000' }, [...STILL, ...STILL, ...at(21_500, 21_500)], options);
    assert.deepEqual(stopsOf(ran), ['sell 19000 0 cancelled', 'sell 19500 0 cancelled']);
    assert.equal(last(ran), 'done 0 0 target');
  });

  test('adds a target to such a stop once its coins are free', () => {
    const edits = { 4: { moved_target_price: '21000' } };
    const options = { placesStops: true, edits };
    const ran = run({ stop_price: '19000' }, [...STILL, ...STILL, ...at(21_500, 21_500)], options);
    assert.deepEqual(stopsOf(ran), ['sell 19000 0 cancelled', 'sell 19000 0 cancelled']);
    assert.equal(last(ran), 'done 0 0 target');
  });
});
