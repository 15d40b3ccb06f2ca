// Functions of TA-Lib that measure our indicators, and how their options are given.

import type { Indicator } from '#indicators/indicator.ts';

export type TalibFunction = {
  readonly name: string;
  /** TA-Lib's options from our parameters. */
  readonly options: (parameters: readonly number[]) => readonly number[];
  readonly isWhole: boolean;
};

const NAMES: { readonly [name: string]: string } = {
  ABANDS: 'ACCBANDS',
  MINUSDI: 'MINUS_DI',
  MINUSDM: 'MINUS_DM',
  PLUSDI: 'PLUS_DI',
  PLUSDM: 'PLUS_DM',
  HignWave: 'CDLHIGHWAVE',
  ThreeBlackCrows: 'CDL3BLACKCROWS',
  ThreeInside: 'CDL3INSIDE',
  ThreeLineStrike: 'CDL3LINESTRIKE',
  ThreeOutside: 'CDL3OUTSIDE',
  ThreeStarsInSouth: 'CDL3STARSINSOUTH',
  ThreeWhiteSoldiers: 'CDL3WHITESOLDIERS',
  TwoCrows: 'CDL2CROWS',
  IdenticalThreeCrows: 'CDLIDENTICAL3CROWS',
  RiseFallThreeMethods: 'CDLRISEFALL3METHODS',
  UniqueThreeRiver: 'CDLUNIQUE3RIVER',
  UpsideGapTwoCrows: 'CDLUPSIDEGAP2CROWS',
  XSideGapThreeMethods: 'CDLXSIDEGAP3METHODS',
};

const LINES = ['LINEARREG', 'LINEARREG_SLOPE', 'LINEARREG_INTERCEPT', 'LINEARREG_ANGLE'];
const WHOLE = new Set(['HT_TRENDMODE', 'MAXINDEX', 'MININDEX', 'MINMAXINDEX']);

/** Null where TA-Lib has no such function, or the package lacks it. */
export function talibFunction(
  { name, source, family }: Indicator,
  parameters: readonly number[],
): TalibFunction | null {
  if (source !== 'TA-Lib' || LACKING.has(name)) return null;
  const pattern = `CDL${name.toUpperCase()}`;
  const called = NAMES[name] ?? (family === 'pattern' ? pattern : name);
  const isWhole = family === 'pattern' || WHOLE.has(name);
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = parameters;
  if (name === 'LINEARREG') {
    return { name: LINES[second] ?? '', options: () => [first], isWhole };
  }
  if (name === 'STOCH') {
    return { name, options: () => [first, second, fourth, third, fifth], isWhole };
  }
  if (name === 'KAMA') return { name, options: () => [first], isWhole };
  return { name: called, options: () => parameters, isWhole };
}

/** Doubles of others under a second name, and what the package leaves out. */
const LACKING = new Set(['SMA2', 'KAMA2', 'RSI_ALTB', 'IMI']);
