// Programs of Pine drawn by a seed, each as the text that the engine runs and as the strategy that
// the second account of the broker emulator runs. They have the rules that the manual settles.

import type { PineExample } from './pine-example.ts';
import type { PineApi, PineBar, PineLevels, PineSettings } from './pine-order.ts';

/** Numbers below a bound. */
type Chance = (below: number) => number;

function chanceOf(seed: number): Chance {
  let state = (Math.imul(seed, 2_654_435_761) + 12_345) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Rule = {
  readonly text: string;
  readonly act: (bars: readonly PineBar[], index: number, api: PineApi) => void;
};

/** A tick is a tenth, a lot a thousandth. */
const priceOf = (ticks: bigint): string => `${ticks / 10n}.${ticks % 10n}`;
const sizeOf = (lots: bigint): string => `0.${String(lots).padStart(3, '0')}`;

/** Bars of the chart in which a rule is looked at. */
type Turn = { readonly text: string; readonly is: (index: number) => boolean };

function turnOf(chance: Chance, every = 3 + chance(9), rest = chance(every)): Turn {
  return { text: `bar_index % ${every} == ${rest}`, is: (index) => index % every === rest };
}

const WAYS = ['market', 'limit', 'stop'] as const;

/** Of an order that is made at a close, so far from it that it waits, or passed at once. */
function levelsOf(chance: Chance, isBuy: boolean, isPriced: boolean) {
  const way = isPriced ? (WAYS[chance(WAYS.length)] ?? 'market') : 'market';
  const ticks = BigInt(chance(1_500) + 1);
  const isUp = isBuy === (way === 'stop');
  const sign = isUp ? '+' : '-';
  const text = way === 'market' ? '' : `, ${way} = close ${sign} ${priceOf(ticks)}`;
  const levels = ({ close }: PineBar): PineLevels =>
    way === 'market' ? {} : { [way]: isUp ? close + ticks : close - ticks };
  return { text, levels };
}

type EntryKind = {
  readonly id: string;
  readonly isBuy: boolean;
  readonly isPriced: boolean;
  /** Of the usual size. */
  readonly isUsual: boolean;
};

function entryRule(chance: Chance, turn: Turn, kind: EntryKind): Rule {
  const { id, isBuy, isPriced, isUsual } = kind;
  const lots = BigInt(10 + chance(90));
  const { text, levels } = levelsOf(chance, isBuy, isPriced);
  const side = isBuy ? 'strategy.long' : 'strategy.short';
  return {
    text: `if ${turn.text}\n    strategy.entry("${id}", ${side}${isUsual ? '' : `, ${sizeOf(lots)}`}${text})`,
    act(bars, index, api) {
      if (!turn.is(index)) return;
      api.enter(id, isBuy, isUsual ? null : lots, levels(bars[index] as PineBar));
    },
  };
}

/** A bracket from the average price, while there is a position of its side. */
function exitRule(chance: Chance, isLong: boolean): Rule {
  const [profit, loss] = [BigInt(chance(3_000) + 200), BigInt(chance(3_000) + 200)];
  const [hasLimit, hasStop] = [chance(4) > 0, chance(4) > 0];
  const id = isLong ? 'xl' : 'xs';
  const [up, down] = isLong ? ['+', '-'] : ['-', '+'];
  const parts = [
    ...(hasLimit ? [`limit = base ${up} ${priceOf(profit)}`] : []),
    ...(hasStop || !hasLimit ? [`stop = base ${down} ${priceOf(loss)}`] : []),
  ];
  const guard = isLong ? 'strategy.position_size > 0' : 'strategy.position_size < 0';
  return {
    text: [
      `if ${guard}`,
      '    base = close',
      `    strategy.exit("${id}", ${parts.join(', ')})`,
    ].join('\n'),
    act(bars, index, api) {
      const position = api.position();
      if (isLong ? position <= 0n : position >= 0n) return;
      const { close } = bars[index] as PineBar;
      api.exit(id, {
        ...(hasLimit ? { limit: isLong ? close + profit : close - profit } : {}),
        ...(hasStop || !hasLimit ? { stop: isLong ? close - loss : close + loss } : {}),
      });
    },
  };
}

function closeRule(chance: Chance): Rule {
  const turn = turnOf(chance);
  const isImmediate = chance(3) === 0;
  const text = isImmediate ? 'immediately = true' : '';
  return {
    text: `if ${turn.text} and strategy.position_size != 0\n    strategy.close_all(${text})`,
    act(_bars, index, api) {
      if (turn.is(index) && api.position() !== 0n) api.closeAll(isImmediate);
    },
  };
}

function cancelRule(chance: Chance, ids: readonly string[]): Rule {
  const turn = turnOf(chance);
  const id = ids[chance(ids.length)] ?? '';
  return {
    text: `if ${turn.text}\n    strategy.cancel("${id}")`,
    act(_bars, index, api) {
      if (turn.is(index)) api.cancel(id);
    },
  };
}

function settingsOf(chance: Chance): PineSettings {
  const slippage = chance(3);
  return {
    pyramiding: 1 + chance(3),
    ...(slippage > 0 ? { slippage: BigInt(slippage) } : {}),
    ...(chance(4) === 0 ? { isOnClose: true } : {}),
  };
}

/** A million, of which each entry takes a percent. */
const USUAL = { capital: 10_000_000_000n, equityPercent: 1n } as const;

/** The program of a seed. */
export function randomProgram(seed: number, isOnFills = false): PineExample {
  const chance = chanceOf(seed);
  const isUsual = seed % 5 === 0;
  const drawn = settingsOf(chance);
  // With fills at the close there are no runs within bars.
  const runs = isOnFills && drawn.isOnClose !== true;
  const settings = {
    ...drawn,
    ...(isUsual ? USUAL : {}),
    ...(runs ? ({ isOnFills: true } as const) : {}),
  };
  const isPriced = chance(2) === 0;
  const exits = [exitRule(chance, true), exitRule(chance, false)];
  const every = 3 + chance(9);
  const rest = chance(every);
  // On one bar they can turn the position twice; on others the later can change the earlier.
  const isTogether = chance(3) === 0;
  const isShared = isTogether ? seed % 7 === 3 : chance(4) === 0;
  const [idOfLong, idOfShort] = isShared ? ['X', 'X'] : ['L', 'S'];
  const later = isTogether ? rest : (rest + 1) % every;
  const [long, short] = [turnOf(chance, every, rest), turnOf(chance, every, later)];
  const all = [
    entryRule(chance, long, { id: idOfLong, isBuy: true, isPriced, isUsual }),
    entryRule(chance, short, { id: idOfShort, isBuy: false, isPriced, isUsual }),
    ...exits,
    closeRule(chance),
    cancelRule(chance, [idOfLong, idOfShort]),
  ];
  const rules = all.filter((_, at) => at === 0 || chance(3) > 0);
  const { pyramiding = 1, slippage = 0n, isOnClose = false } = settings;
  // The properties of a strategy are in place of what it declares.
  const choosesPyramiding = chance(4) === 0;
  const declared = [
    'initial_capital = 1000000',
    'margin_long = 0',
    'margin_short = 0',
    `pyramiding = ${choosesPyramiding ? 1 + (pyramiding % 3) : pyramiding}`,
    `slippage = ${slippage}`,
    `process_orders_on_close = ${isOnClose}`,
    ...(isOnFills ? ['calc_on_order_fills = true'] : []),
    ...(isUsual ? ['default_qty_type = strategy.percent_of_equity, default_qty_value = 1'] : []),
  ];
  const head = `//@version=6\nstrategy("random ${seed}", ${declared.join(', ')})`;
  return {
    name: `random-${seed}`,
    source: 'manual, "Strategies"',
    settings,
    ...(choosesPyramiding ? { choosesPyramiding } : {}),
    pine: [head, ...rules.map(({ text }) => text)].join('\n'),
    strategy(bars, index, api) {
      for (const { act } of rules) act(bars, index, api);
    },
  };
}
