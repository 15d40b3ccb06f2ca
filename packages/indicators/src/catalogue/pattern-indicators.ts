// Candle patterns: those of TA-Lib, and four simple ones. 100 is bullish, -100 bearish, 0 no
// pattern; 80 a weaker form, 200 a confirmed one.

import { real } from '#indicators/indicator.ts';
import type { Indicator } from '#indicators/indicator.ts';
import { addNode, addOne } from '#indicators/plan.ts';
import { candleAverages } from '#indicators/patterns/candle-averages.ts';
import type { CandlePattern } from '#indicators/patterns/candle-window.ts';
import * as many from '#indicators/patterns/many-candles.ts';
import * as one from '#indicators/patterns/one-candle.ts';
import { patternKernel } from '#indicators/patterns/pattern-kernel.ts';
import * as three from '#indicators/patterns/three-candles.ts';
import * as two from '#indicators/patterns/two-candles.ts';

/** Candles that the sizes of a pattern's candles are compared with. */
const BODIES = 10;
const RANGES = 5;

type PatternRow = {
  readonly name: string;
  readonly pattern: CandlePattern;
  readonly lookback: number;
  readonly meaning: string;
  /** The share of a body that a later candle must reach into, where that is asked. */
  readonly penetration?: number;
};

function row(
  name: string,
  pattern: CandlePattern,
  lookback: number,
  meaning: string,
  penetration?: number,
): PatternRow {
  const base = { name, pattern, lookback, meaning };
  return penetration === undefined ? base : { ...base, penetration };
}

const ROWS: readonly PatternRow[] = [
  row(
    'AbandonedBaby',
    three.abandonedBaby,
    BODIES + 2,
    'A doji apart from a long candle and from its reversal',
    0.3,
  ),
  row('AdvanceBlock', three.advanceBlock, BODIES + 2, 'A climb of three white candles that tires'),
  row('BeltHold', one.beltHold, BODIES, 'A long candle that opens at its end'),
  row(
    'Breakaway',
    many.breakaway,
    BODIES + 4,
    'A run that goes on beyond a gap, and a reversal into the gap',
  ),
  row('ClosingMarubozu', one.closingMarubozu, BODIES, 'A long candle that closes at its end'),
  row(
    'ConcealBabysWall',
    many.concealBabysWall,
    BODIES + 3,
    'Four black candles, the last around the third',
  ),
  row(
    'CounterAttack',
    two.counterAttack,
    BODIES + 1,
    'Two long candles of different colours with the same close',
  ),
  row(
    'DarkCloudCover',
    two.darkCloudCover,
    BODIES + 1,
    'A black candle that opens above a long white one and closes deep in it',
    0.5,
  ),
  row('Doji', one.doji, BODIES, 'A candle that closes where it opened'),
  row('DojiStar', two.dojiStar, BODIES + 1, 'A doji beyond a gap behind a long candle'),
  row('DragonflyDoji', one.dragonflyDoji, BODIES, 'A doji with a shadow below only'),
  row('Engulfing', two.engulfing, 2, 'A body around the one before, of the other colour'),
  row('EveningDojiStar', three.eveningDojiStar, BODIES + 2, 'Evening star with a doji', 0.3),
  row(
    'EveningStar',
    three.eveningStar,
    BODIES + 2,
    'A long white candle, a short body above it, and a black one that reaches back',
    0.3,
  ),
  row(
    'GapSideSideWhite',
    three.gapSideSideWhite,
    RANGES + 2,
    'Two like white candles beyond a gap',
  ),
  row('GravestoneDoji', one.gravestoneDoji, BODIES, 'A doji with a shadow above only'),
  row(
    'Hammer',
    one.hammer,
    BODIES + 1,
    'A short body with a long shadow below, near the low before',
  ),
  row(
    'HangingMan',
    one.hangingMan,
    BODIES + 1,
    'A short body with a long shadow below, near the high before',
  ),
  row('HaramiCross', two.haramiCross, BODIES + 1, 'A doji inside a long body'),
  row('Harami', two.harami, BODIES + 1, 'A short body inside a long one'),
  row('HignWave', one.highWave, BODIES, 'A short body with two very long shadows'),
  row('HikkakeMod', many.hikkakeMod, RANGES + 5, 'Hikkake behind two inside candles'),
  row('Hikkake', many.hikkake, 5, 'A false move out of an inside candle, and its confirmation'),
  row('HomingPigeon', two.homingPigeon, BODIES + 1, 'A short black body inside a long black one'),
  row(
    'IdenticalThreeCrows',
    three.identicalThreeCrows,
    BODIES + 2,
    'Three black candles that open where the last one closed',
  ),
  row('InNeck', two.inNeck, BODIES + 1, 'A white candle from below a long black one to its close'),
  row(
    'InvertedHammer',
    one.invertedHammer,
    BODIES + 1,
    'A short body below the last one with a long shadow above',
  ),
  row(
    'KickingByLength',
    two.kickingByLength,
    BODIES + 1,
    'Kicking, in the direction of the longer body',
  ),
  row('Kicking', two.kicking, BODIES + 1, 'Two long bodies without shadows on both sides of a gap'),
  row('LadderBottom', many.ladderBottom, BODIES + 4, 'Four falling black candles and a jump'),
  row('LongLeggedDoji', one.longLeggedDoji, BODIES, 'A doji with a long shadow'),
  row('LongLine', one.longLine, BODIES, 'A long body with short shadows'),
  row('Marubozu', one.marubozu, BODIES, 'A long body without shadows'),
  row('MatchingLow', two.matchingLow, RANGES + 1, 'Two black candles with the same close'),
  row(
    'MatHold',
    many.matHold,
    BODIES + 4,
    'A long white candle, three short ones that hold it, and a further rise',
    0.5,
  ),
  row('MorningDojiStar', three.morningDojiStar, BODIES + 2, 'Morning star with a doji', 0.3),
  row(
    'MorningStar',
    three.morningStar,
    BODIES + 2,
    'A long black candle, a short body below it, and a white one that reaches back',
    0.3,
  ),
  row('OnNeck', two.onNeck, BODIES + 1, 'A white candle from below a long black one to its low'),
  row(
    'Piercing',
    two.piercing,
    BODIES + 1,
    'A long white candle from below a long black one to above its middle',
  ),
  row('RickshawMan', one.rickshawMan, BODIES, 'A doji in the middle of two long shadows'),
  row(
    'RiseFallThreeMethods',
    many.riseFallThreeMethods,
    BODIES + 4,
    'A long candle, three short ones back inside it, and a further one',
  ),
  row(
    'SeparatingLines',
    two.separatingLines,
    BODIES + 1,
    'Two candles of different colours with the same open',
  ),
  row(
    'ShootingStar',
    one.shootingStar,
    BODIES + 1,
    'A short body above the last one with a long shadow above',
  ),
  row('ShortLine', one.shortLine, BODIES, 'A short body with short shadows'),
  row('SimpleDoubleDownCandle', one.simpleDoubleDown, 1, 'Two candles in a row that fell'),
  row('SimpleDoubleUpCandle', one.simpleDoubleUp, 1, 'Two candles in a row that rose'),
  row('SimpleDownCandle', one.simpleDown, 0, 'A candle that fell'),
  row('SimpleUpCandle', one.simpleUp, 0, 'A candle that rose'),
  row('SpinningTop', one.spinningTop, BODIES, 'A short body between two longer shadows'),
  row('StalledPattern', three.stalledPattern, BODIES + 2, 'A climb that ends in a short candle'),
  row(
    'StickSandwich',
    three.stickSandwich,
    RANGES + 2,
    'Two black candles with the same close around a white one',
  ),
  row('Takuri', one.takuri, BODIES, 'A doji with a very long shadow below only'),
  row('TasukiGap', three.tasukiGap, RANGES + 2, 'A candle back into a gap that does not close it'),
  row(
    'ThreeBlackCrows',
    many.threeBlackCrows,
    BODIES + 3,
    'Three falling black candles without lower shadows',
  ),
  row('ThreeInside', three.threeInside, BODIES + 2, 'A harami and its confirmation'),
  row(
    'ThreeLineStrike',
    many.threeLineStrike,
    RANGES + 3,
    'Three steps and a candle that takes them back',
  ),
  row('ThreeOutside', three.threeOutside, 3, 'An engulfing and its confirmation'),
  row(
    'ThreeStarsInSouth',
    three.threeStarsInSouth,
    BODIES + 2,
    'Three black candles, each smaller and higher than the last',
  ),
  row(
    'ThreeWhiteSoldiers',
    three.threeWhiteSoldiers,
    BODIES + 2,
    'Three climbing white candles without upper shadows',
  ),
  row(
    'Thrusting',
    two.thrusting,
    BODIES + 1,
    'A white candle from below a long black one to below its middle',
  ),
  row('Tristar', three.tristar, BODIES + 2, 'Three dojis, the middle one apart'),
  row(
    'TwoCrows',
    three.twoCrows,
    BODIES + 2,
    'Two black candles above a long white one, the second back into it',
  ),
  row(
    'UniqueThreeRiver',
    three.uniqueThreeRiver,
    BODIES + 2,
    'A long black candle, a new low inside it, and a short white one',
  ),
  row(
    'UpsideGapTwoCrows',
    three.upsideGapTwoCrows,
    BODIES + 2,
    'Two black candles above a long white one, the second around the first',
  ),
  row(
    'XSideGapThreeMethods',
    three.xSideGapThreeMethods,
    2,
    'A gap filled by a candle of the other colour',
  ),
];

function patternOf({ name, pattern, lookback, meaning, penetration }: PatternRow): Indicator {
  const kernel = patternKernel(name, pattern, lookback);
  return {
    name,
    family: 'pattern',
    inputs: ['open', 'high', 'low', 'close'],
    parameters: penetration === undefined ? [] : [real('penetration', penetration, 0, 1000)],
    outputs: ['value'],
    unit: 'sign',
    source: name.startsWith('Simple') ? 'open and close of the candle' : 'TA-Lib',
    meaning,
    build: (draft, inputs, parameters) => {
      const averages = addNode(draft, candleAverages, [], inputs);
      return [addOne(draft, kernel, parameters, [...inputs, ...averages])];
    },
  };
}

export const PATTERN_INDICATORS: readonly Indicator[] = ROWS.map(patternOf);
