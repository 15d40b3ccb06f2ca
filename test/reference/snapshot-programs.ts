// Random scripts and strategies as bots, each of which is loaded from snapshots at random minutes
// of its life and compared with one that never stopped.

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { StartBot } from '#services/live/run/run-continues.fixture.ts';
import {
  assertRunGoesOn,
  NotStorable,
  StoppedError,
} from '#services/live/run/run-continues.fixture.ts';
import { startStrategy } from '#services/live/run/snapshot.fixture.ts';
import { PROGRAM_LIBRARIES } from './program-libraries.ts';
import { seriesProgram } from './series-program-arbitrary.ts';

/** Shows values in the log of the bot, where the generated scripts read them. */
const SEE = `
local function See(...)
  local shown = 'sees'
  for place = 1, select('#', ...) do shown = shown .. ' ' .. tostring((select(place, ...))) end
  Log(shown)
end
`;

/**
 * Trades, whatever the program before it does, and keeps a few things of its own. Names that the
 * program may read without having set them are known.
 */
const TRADES = `
minutes = (minutes or 0) + 1
if minutes < 0 then f, g, h, id, go, gf, ga, late, avg, pair, tick, pick, rec, last, deep = 1 end
trail = trail or {}
trail[minutes % 7] = {at = minutes, chance = math.random(), all = trail}
if minutes % 7 == 3 then PlaceBuyOrder(CurrentPrice().close, 0.002, {type = MarketOrderType}) end
if minutes % 7 == 5 then PlaceSellOrder(CurrentPrice().close, 0.002, {type = MarketOrderType}) end
if minutes % 5 == 2 then PlaceBuyOrder(CurrentPrice().close * 0.999, 0.001, {timeout = 300}) end
if minutes % 13 == 12 then CancelAllOrders() end
Log(minutes .. ' ' .. tostring(trail) .. ' ' .. trail[minutes % 7].chance)`;

/** As they stand, or where their errors are caught. */
const script = fc
  .tuple(seriesProgram, fc.boolean())
  .map(([program, isCaught]) =>
    isCaught
      ? `${SEE}local ok, why = pcall(function()\n${program}\nend)\nif not ok then Log(why) end\n${TRADES}`
      : `${SEE}do\n${program}\nend\n${TRADES}`,
  );

const tenth = (min: number, max: number) =>
  fc.integer({ min, max }).map((value) => String(value / 10));

const grid = fc
  .record({
    below: fc.integer({ min: 12, max: 30 }),
    above: fc.integer({ min: 12, max: 30 }),
    grid_count: fc.integer({ min: 3, max: 8 }),
  })
  .map(
    ({ below, above, ...others }): StartBot =>
      (harness) =>
        startStrategy(harness, 'spot_grid', (price) => ({
          ...others,
          lower_price: price(100 - below / 10),
          upper_price: price(100 + above / 10),
          investment: '4000',
        })),
  );

const averaging = fc
  .record({
    max_averaging_orders: fc.integer({ min: 1, max: 5 }),
    price_deviation_percent: tenth(1, 5),
    take_profit_percent: tenth(3, 9),
  })
  .map(
    (chosen): StartBot =>
      (harness) =>
        startStrategy(harness, 'spot_dollar_cost_averaging', () => ({
          ...chosen,
          base_order_size: '20',
          averaging_order_size: '20',
        })),
  );

const signals = fc.record({ stop_loss_percent: tenth(1, 9), take_profit_percent: tenth(3, 9) }).map(
  (chosen): StartBot =>
    (harness) =>
      startStrategy(harness, 'webhook', () => ({
        ...chosen,
        signal_token: 'go',
        order_size: '200',
      })),
);

const scripted = script.map(
  (source): StartBot =>
    (harness) =>
      harness.start({ kind: 'script', source, libraries: PROGRAM_LIBRARIES }),
);

const anyBot = fc.oneof(
  { weight: 3, arbitrary: scripted },
  { weight: 1, arbitrary: fc.oneof(grid, averaging, signals) },
);

export type SnapshotLooks = {
  /** Bots that were loaded and compared, and those among them with minutes cut off. */
  compared: number;
  cut: number;
  /** Those with a state that cannot be stored, and those whose script failed. */
  notStorable: number;
  stopped: number;
};

/** So many bots, by their numbers. */
export async function compareSnapshots(from: number, count: number): Promise<SnapshotLooks> {
  const looks: SnapshotLooks = { compared: 0, cut: 0, notStorable: 0, stopped: 0 };
  for (let seed = from; seed < from + count; seed += 1) {
    const [start] = fc.sample(anyBot, { seed, numRuns: 1 });
    assert.ok(start !== undefined);
    try {
      const { cutsCount } = await assertRunGoesOn(start, 3);
      looks.compared += 1;
      if (cutsCount > 0) looks.cut += 1;
    } catch (error) {
      if (error instanceof StoppedError) looks.stopped += 1;
      else if (isNotStorable(error)) looks.notStorable += 1;
      else throw new Error(`bot ${seed}`, { cause: error });
    }
  }
  return looks;
}

/** Also where a property has wrapped it. */
function isNotStorable(error: unknown): boolean {
  if (error instanceof NotStorable) return true;
  return error instanceof Error && error.cause !== undefined && isNotStorable(error.cause);
}
