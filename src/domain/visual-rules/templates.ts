// Templates: the commonest strategies as rules, to begin with and to change. Each is built by the
// edits that a person makes.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import {
  addCondition,
  addFilter,
  addProtection,
  addRule,
} from '#domain/visual-rules/edit-rules.ts';
import type { BlockSpec } from '#domain/visual-rules/new-block.ts';
import { EMPTY_MODEL } from '#domain/visual-rules/new-block.ts';
import { readRules } from '#domain/visual-rules/read-rules.ts';
import {
  STOP,
  above,
  average,
  band,
  below,
  closes,
  crossesAbove,
  crossesBelow,
  extreme,
  macd,
  ofRange,
  rsi,
  stochastic,
  target,
  times,
  volumes,
} from '#domain/visual-rules/starters.ts';

type RuleSpec = {
  readonly action: 'DoLong' | 'DoShort' | 'DoExitPosition';
  /** All of them. */
  readonly when: readonly BlockSpec[];
  readonly filters?: readonly BlockSpec[];
};

/** @public The console's editor. */
export type VisualTemplate = {
  readonly id: string;
  readonly name: string;
  /** When it buys, when it sells, in one sentence. */
  readonly meaning: string;
  readonly rules: readonly RuleSpec[];
  readonly protections: readonly BlockSpec[];
};

const stop = (percentage: number): BlockSpec => ({ ...STOP, inputs: { percentage } });
const trailing = (percentage: number): BlockSpec => {
  return { command: 'TrailingStopLoss', inputs: { percentage } };
};
const pause = (timeout: number): BlockSpec => {
  return { command: 'WaitAfterTrade', inputs: { timeout } };
};

/** @public The console's editor. */
export const VISUAL_TEMPLATES: readonly VisualTemplate[] = [
  {
    id: 'rsi',
    name: 'RSI, cheap and dear',
    meaning: 'Buys while the RSI is below 30, sells while it is above 70.',
    rules: [
      { action: 'DoLong', when: [below(rsi(), 30)] },
      { action: 'DoShort', when: [above(rsi(), 70)] },
    ],
    protections: [stop(2)],
  },
  {
    id: 'averages',
    name: 'Two averages that cross',
    meaning: 'Buys when the fast average crosses above the slow one, sells when it crosses below.',
    rules: [
      { action: 'DoLong', when: [crossesAbove(average(12), average(26))] },
      { action: 'DoShort', when: [crossesBelow(average(12), average(26))] },
    ],
    protections: [stop(3)],
  },
  {
    id: 'dip-in-trend',
    name: 'Dips of a rising market',
    meaning: 'Buys when the RSI recovers from a dip while the price is above its long average.',
    rules: [
      {
        action: 'DoLong',
        when: [crossesAbove(rsi(), 40)],
        filters: [above(closes(), average(200))],
      },
      { action: 'DoExitPosition', when: [above(rsi(), 70)] },
    ],
    protections: [stop(3), target(6)],
  },
  {
    id: 'macd',
    name: 'MACD and its signal line',
    meaning: 'Buys when MACD crosses above its signal line, sells when it crosses below.',
    rules: [
      { action: 'DoLong', when: [crossesAbove(macd('macd'), macd('signal'))] },
      { action: 'DoShort', when: [crossesBelow(macd('macd'), macd('signal'))] },
    ],
    protections: [stop(3)],
  },
  {
    id: 'bollinger',
    name: 'Back to the middle of the band',
    meaning: 'Buys below the lower Bollinger band, and closes above the middle one.',
    rules: [
      { action: 'DoLong', when: [below(closes(), band('lower'))], filters: [pause(60)] },
      { action: 'DoExitPosition', when: [above(closes(), band('middle'))] },
    ],
    protections: [stop(3)],
  },
  {
    id: 'breakout',
    name: 'Breakout of a channel',
    meaning: 'Buys above the highest of 20 candles, and closes below the lowest of 10.',
    rules: [
      { action: 'DoLong', when: [above(closes(), extreme('GetHigh', 20))] },
      { action: 'DoExitPosition', when: [below(closes(), extreme('GetLow', 10))] },
    ],
    protections: [trailing(5)],
  },
  {
    id: 'stochastic',
    name: 'Stochastic turns',
    meaning: 'Buys when the stochastic turns up while it is low, sells when it turns down high up.',
    rules: [
      {
        action: 'DoLong',
        when: [
          crossesAbove(stochastic('slowK'), stochastic('slowD')),
          below(stochastic('slowK'), 25),
        ],
      },
      {
        action: 'DoShort',
        when: [
          crossesBelow(stochastic('slowK'), stochastic('slowD')),
          above(stochastic('slowK'), 75),
        ],
      },
    ],
    protections: [stop(2), target(4)],
  },
  {
    id: 'strong-trend',
    name: 'Averages in a strong trend',
    meaning: 'Buys above both averages while ADX says that there is a trend.',
    rules: [
      {
        action: 'DoLong',
        when: [above(average(20), average(50)), above(ofRange('ADX', 14), 25)],
        filters: [pause(120)],
      },
      { action: 'DoExitPosition', when: [crossesBelow(average(20), average(50))] },
    ],
    protections: [trailing(4)],
  },
  {
    id: 'dip',
    name: 'Buy the dip',
    meaning: 'Buys 2 % below the average, takes a gain of 3 %, and gives up at a loss of 5 %.',
    rules: [{ action: 'DoLong', when: [below(closes(), times(average(50), 0.98))] }],
    protections: [stop(5), target(3)],
  },
  {
    id: 'volume',
    name: 'Breakout with volume',
    meaning: 'Buys above the highest of 20 candles while much more than usual is traded.',
    rules: [
      {
        action: 'DoLong',
        when: [
          above(closes(), extreme('GetHigh', 20)),
          above(volumes(), times(average(20, 'SMA', volumes()), 1.5)),
        ],
      },
      { action: 'DoExitPosition', when: [crossesBelow(closes(), average(20))] },
    ],
    protections: [trailing(3)],
  },
];

function withRule(model: VisualModel, spec: RuleSpec, palette: BlockPalette): VisualModel {
  let edited = addRule(model, { action: { command: spec.action } }, palette);
  const at = readRules(edited, palette).rules.length - 1;
  const added = (): ReturnType<typeof readRules>['rules'][number] | undefined =>
    readRules(edited, palette).rules[at];
  for (const condition of spec.when) {
    const rule = added();
    if (rule !== undefined) edited = addCondition(edited, rule, condition, palette);
  }
  for (const filter of spec.filters ?? []) {
    const rule = added();
    if (rule !== undefined) edited = addFilter(edited, rule, filter, palette);
  }
  return edited;
}

/** @public The console's editor. */
export function modelOfTemplate(
  { rules, protections }: VisualTemplate,
  palette: BlockPalette,
): VisualModel {
  let model = EMPTY_MODEL;
  for (const spec of protections) model = addProtection(model, spec, palette);
  for (const spec of rules) model = withRule(model, spec, palette);
  return model;
}
