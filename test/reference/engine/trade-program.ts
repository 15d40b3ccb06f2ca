// Random histories and order programs: what both engines are asked to do, in plain numbers.

import * as fc from 'fast-check';

import type { RuleName } from './execution-rules.ts';
import type { OcaWish, Wish } from './reference-order.ts';

/** Open, high, low, close and volume in steps; null: missing. */
export type StepBar = readonly [number, number, number, number, number] | null;

/** Prices in hundredths of a step, amounts in tenths of one. */
export type ProgramAct =
  | {
      readonly row: number;
      readonly kind: 'place';
      readonly action: Wish['action'];
      readonly type: Wish['type'];
      readonly price: number;
      readonly trigger: number;
      /** Null: the share of the equity that the settings say. */
      readonly amount: number | null;
      readonly positionId: string | null;
      readonly timeoutMinutes: number | null;
      readonly isReduceOnly: boolean;
      /** In hundredths of a step; of trailing stops alone. */
      readonly trail: ProgramTrail;
      readonly oca: OcaWish | null;
      readonly isImmediate: boolean;
    }
  | { readonly row: number; readonly kind: 'cancel'; readonly index: number };

export type ProgramTrail = {
  readonly offset: number;
  readonly from: { readonly price: number } | { readonly distance: number } | null;
};

const MARKET_NAMES = ['spot', 'fine', 'vanilla', 'inverse', 'quanto'] as const;

/** Percentages and sums as decimals; null: as the rule set or the market says. */
export type ProgramSettings = {
  readonly slippagePercent: string | null;
  readonly slippageTicks: number | null;
  readonly participationPercent: string | null;
  readonly commissionPercent: string | null;
  readonly perOrder: string | null;
  readonly perContract: string | null;
  readonly fillsAtClose: boolean;
  readonly magnifiesBars: boolean;
  readonly pyramiding: number | null;
  /** In percent. */
  readonly equityShare: string;
  readonly leverage: string;
  readonly marginMode: 'isolated' | 'cross';
  readonly maintenanceRate: string;
  /** In percent; null: no margin calls. */
  readonly marginPercents: { readonly long: string; readonly short: string } | null;
  /** The rate that falls due at a row; none on spot. */
  readonly funding: readonly { readonly row: number; readonly rate: string }[];
};

export type TradeProgram = {
  readonly settings: ProgramSettings;
  readonly market: (typeof MARKET_NAMES)[number];
  readonly rules: RuleName;
  readonly intervalMinutes: number;
  readonly bars: readonly StepBar[];
  readonly acts: readonly ProgramAct[];
};

const BARS = 30;
const MIDDLE = 1_000;

type Step = {
  readonly gap: number;
  readonly body: number;
  readonly upper: number;
  readonly lower: number;
  readonly volume: number;
  readonly isMissing: boolean;
};

const anyStep: fc.Arbitrary<Step> = fc.record({
  gap: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: -60, max: 60 }) },
  ),
  body: fc.oneof(
    fc.constant(0),
    fc.integer({ min: -5, max: 5 }),
    fc.integer({ min: -40, max: 40 }),
  ),
  upper: fc.oneof(fc.constant(0), fc.nat(4), fc.nat(50)),
  lower: fc.oneof(fc.constant(0), fc.nat(4), fc.nat(50)),
  volume: fc.oneof(fc.constant(1_000_000), fc.nat(3_000), fc.nat(60), fc.constant(0)),
  isMissing: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.boolean()),
});

const anyBars = fc
  .array(anyStep, { minLength: 4, maxLength: BARS, size: 'max' })
  .map((steps): readonly StepBar[] => {
    let price = MIDDLE;
    return steps.map(({ gap, body, upper, lower, volume, isMissing }) => {
      if (isMissing) return null;
      const open = Math.max(300, price + gap);
      const close = Math.max(300, open + body);
      price = close;
      return [open, Math.max(open, close) + upper, Math.min(open, close) - lower, close, volume];
    });
  });

/** Prices near to the middle; most of them on a step. */
const anyPrice = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: -60, max: 60 }).map((steps) => (MIDDLE + steps) * 100),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: -6_000, max: 6_000 }).map((parts) => MIDDLE * 100 + parts),
  },
);

const TYPES = [
  'market',
  'limit',
  'limit',
  'stop_market',
  'stop_limit',
  'take_profit_market',
  'take_profit_limit',
  'maker_or_cancel',
  'trailing_stop_market',
] as const;

const SPOT_ACTIONS = ['buy', 'sell'] as const;
const CONTRACT_ACTIONS = [
  'go_long',
  'exit_long',
  'exit_long',
  'go_short',
  'exit_short',
  'buy',
  'sell',
] as const;

const anyTrail: fc.Arbitrary<ProgramTrail> = fc.record({
  offset: fc.oneof(
    fc.integer({ min: 1, max: 40 }).map((steps) => steps * 100),
    fc.integer({ min: 1, max: 4_000 }),
  ),
  from: fc.oneof(
    fc.constant(null),
    anyPrice.map((price) => ({ price })),
    fc.integer({ min: 0, max: 3_000 }).map((distance) => ({ distance })),
  ),
});

const anyPlace = (isSpot: boolean, positionIds: readonly (string | null)[]) =>
  fc.record({
    row: fc.nat(BARS - 1),
    kind: fc.constant('place' as const),
    action: fc.constantFrom(...(isSpot ? SPOT_ACTIONS : CONTRACT_ACTIONS)),
    type: fc.constantFrom(...TYPES),
    price: anyPrice,
    trigger: anyPrice,
    amount: fc.oneof(
      fc.integer({ min: 1, max: 30 }).map((lots) => lots * 10),
      fc.integer({ min: 10, max: 3_000 }),
      fc.constantFrom(null, 100),
    ),
    positionId: fc.constantFrom(...positionIds),
    timeoutMinutes: fc.option(fc.nat(8), { freq: 3 }),
    isReduceOnly: fc.constant(false),
    trail: anyTrail,
    oca: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      fc.record({
        name: fc.constantFrom('x', 'y'),
        kind: fc.constantFrom('cancel' as const, 'reduce' as const),
      }),
    ),
    isImmediate: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()),
  });

/** An entry with a price and exits of its position, requested together. */
const anyBracket = (positionIds: readonly (string | null)[]): fc.Arbitrary<readonly ProgramAct[]> =>
  fc
    .record({
      row: fc.nat(BARS - 1),
      isLong: fc.boolean(),
      positionId: fc.constantFrom(...positionIds),
      entry: fc.constantFrom('limit', 'stop_market', 'stop_limit', 'maker_or_cancel'),
      exits: fc.array(
        fc.record({
          type: fc.constantFrom(...TYPES.slice(1)),
          away: fc.integer({ min: -8, max: 30 }),
          trail: anyTrail,
        }),
        { minLength: 1, maxLength: 3 },
      ),
      price: fc.integer({ min: -30, max: 30 }).map((steps) => (MIDDLE + steps) * 100),
      amounts: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 4, maxLength: 4 }),
      isExitFirst: fc.boolean(),
    })
    .map(({ row, isLong, positionId, entry, exits, price, amounts, isExitFirst }) => {
      const amount = (at: number): number => (amounts[at] ?? 1) * 10;
      const place = (
        action: Wish['action'],
        type: Wish['type'],
        at: number,
        lots: number,
        trail: ProgramTrail = { offset: 100, from: null },
      ): ProgramAct => {
        const where = { price: at, trigger: at, amount: lots, positionId, trail };
        const rest = { timeoutMinutes: null, isReduceOnly: false, oca: null, isImmediate: false };
        return { row, kind: 'place', action, type, ...where, ...rest };
      };
      const first = place(isLong ? 'go_long' : 'go_short', entry, price, amount(0));
      const others = exits.map(({ type, away, trail }, at) => {
        const isStop = type === 'stop_market' || type === 'stop_limit';
        const steps = isStop === isLong ? -away : away;
        const action = isLong ? 'exit_long' : 'exit_short';
        return place(action, type, price + steps * 100, amount(at + 1), trail);
      });
      return isExitFirst ? [...others, first] : [first, ...others];
    });

const anyCancel = fc.record({
  row: fc.nat(BARS - 1),
  kind: fc.constant('cancel' as const),
  index: fc.nat(12),
});

const seldom = <T>(...values: readonly T[]): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom(...values));

const anySettings: fc.Arbitrary<ProgramSettings> = fc.record({
  slippagePercent: seldom('0', '0.05', '1.3'),
  slippageTicks: seldom(0, 1, 7),
  participationPercent: seldom('0.1', '3', '100'),
  commissionPercent: seldom('0', '0.037', '1'),
  perOrder: seldom('0.5', '0.0000000123'),
  perContract: seldom('0.3', '0.0000123'),
  magnifiesBars: fc.boolean(),
  pyramiding: seldom(0, 1, 2, 3),
  equityShare: fc.constantFrom('0.0113', '0.371', '1.007'),
  leverage: fc.constantFrom('1', '3', '25', '70'),
  marginMode: fc.constantFrom('isolated', 'cross'),
  marginPercents: fc.constant(null),
  maintenanceRate: fc.constantFrom('0.004', '0.01'),
  funding: fc.array(
    fc.record({
      row: fc.nat(BARS - 1),
      rate: fc.constantFrom('0.0001', '-0.0003', '0.0123456789'),
    }),
    { maxLength: 3 },
  ),
  fillsAtClose: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
});

export function anyProgram(
  rules: RuleName,
  markets: readonly TradeProgram['market'][] = MARKET_NAMES,
): fc.Arbitrary<TradeProgram> {
  return fc.constantFrom(...markets).chain((market) => {
    const isSpot = market === 'spot' || market === 'fine';
    // What several positions owe together, and how they share it, is not compared.
    const positionIds = isSpot || rules !== 'realistic' ? [null, null, 'a'] : [null];
    const anyAct: fc.Arbitrary<readonly ProgramAct[]> = fc.oneof(
      { weight: 6, arbitrary: anyPlace(isSpot, positionIds).map((act) => [act]) },
      { weight: 1, arbitrary: anyCancel.map((act) => [act]) },
      { weight: isSpot ? 0 : 2, arbitrary: anyBracket(positionIds) },
    );
    return fc.record({
      market: fc.constant(market),
      rules: fc.constant(rules),
      settings: anySettings,
      intervalMinutes: fc.constantFrom(1, 1, 3),
      bars: anyBars,
      acts: fc.array(anyAct, { maxLength: 12, size: 'max' }).map((acts) => acts.flat()),
    });
  });
}

/** Contracts under rules with margin calls, whose equity covers some ten times their worth. */
export const anyCalledProgram: fc.Arbitrary<TradeProgram> = fc
  .tuple(
    anyProgram('tradingview', ['vanilla', 'inverse', 'quanto']),
    fc.record({
      long: fc.constantFrom('4000', '30000', '90000'),
      short: fc.constantFrom('4000', '30000', '90000'),
    }),
  )
  .map(([program, marginPercents]) => ({
    ...program,
    intervalMinutes: 1,
    settings: { ...program.settings, marginPercents, participationPercent: null },
    acts: program.acts.map((act) =>
      act.kind === 'cancel' ? act : { ...act, positionId: null, timeoutMinutes: null },
    ),
  }));
