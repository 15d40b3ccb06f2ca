// Random programs of Pine, each run by the engine and by the second account of the broker emulator.

import assert from 'node:assert/strict';
import { comparisonText } from '#cli/backtests/comparison-text.ts';
import { compared } from './compare-example.ts';
import { pineTrades } from './pine-broker.ts';
import { madeBars } from './pine-candles.ts';
import { listText } from './pine-lists.ts';
import { randomProgram } from './random-programs.ts';

const WHOLE = madeBars(false);
const WITH_GAPS = madeBars(true);

/** How many trades of the program are equal in both; throws where one is not. */
export function compareRandom(seed: number, hasGaps = false, isOnFills = false): number {
  const program = randomProgram(seed, isOnFills);
  const bars = hasGaps ? WITH_GAPS : WHOLE;
  const trades = pineTrades(bars, program.strategy, program.settings);
  if (trades.length === 0) return 0;
  const outcome = compared(listText(trades, 'plain'), program, bars, 'pine');
  const { firstDifferent, equalCount, listedCount } = outcome.comparison;
  const place = `seed ${seed}${hasGaps ? ' with gaps' : ''}\n${program.pine}\n`;
  assert.ok(firstDifferent < 0, `${place}${comparisonText(outcome, 2)}`);
  assert.equal(equalCount, listedCount, place);
  return equalCount;
}
