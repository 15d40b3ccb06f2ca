// Commands that return the same for the same arguments during a whole run, so that compiled scripts
// ask them once: series and what is made of series element by element, facts of markets, inputs.

import { LIMITED_COMMANDS } from '#commands/binding/standing-limits.ts';
import { constantNumber } from '#commands/values/constant-value.ts';
import type { CommandDefinition, ParameterDefinition } from '#commands/definition/command.ts';

/** Operations on numbers, and on each element of series; by the number of their operands. */
export const ELEMENTWISE: ReadonlyMap<string, number> = new Map([
  ...['Abs', 'Acos', 'Asin', 'Atan', 'Ceil', 'Cos', 'Cosh', 'Exp', 'Floor', 'Log10', 'Sign', 'Sin']
    .concat(['Sinh', 'Sqrt', 'Tan', 'Tanh', 'Round', 'Truncate'])
    .map((name): [string, number] => [name, 1]),
  ...['Add', 'Atan2', 'Div', 'Mul', 'Pow', 'Sub'].map((name): [string, number] => [name, 2]),
]);

/** Facts that no command changes during a run. */
const FACTS: ReadonlySet<string> = new Set([
  'AccountGuid',
  'AmountLabel',
  'AmountStep',
  'BaseCurrency',
  'ContractName',
  'ContractValue',
  'CurrentInterval',
  'MarketType',
  'PriceMarket',
  'PriceStep',
  'ProfitLabel',
  'QuoteCurrency',
  'UnderlyingAsset',
]);

/** Inputs whose value is a number, a text or a condition. */
const INPUTS: ReadonlySet<string> = new Set([
  'Input',
  'InputAccount',
  'InputAccountMarket',
  'InputCdlTypes',
  'InputConstant',
  'InputInterval',
  'InputLrTypes',
  'InputMarket',
  'InputMaTypes',
  'InputOptions',
  'InputOrderType',
  'InputPriceSource',
  'InputPriceSourceMarket',
  'InputSignalTypes',
  'InputSlider',
  'InputSourcePrice',
]);

/** Transient series: those of the update in which they are requested. */
const MOMENTARY: ReadonlySet<string> = new Set(['GetOrderbook']);

function givesSeries({ result }: CommandDefinition): boolean {
  if (result.kind === 'series') return true;
  return result.kind === 'container' && result.fields.every(({ kind }) => kind === 'series');
}

/** Commands that declare an input of the script. */
export function isInputCommand({ name }: CommandDefinition): boolean {
  return INPUTS.has(name);
}

/**
 * Accepts commands whose result depends on nothing but their arguments: facts, inputs, element-wise
 * functions and series.
 */
export function isInvariantCommand(command: CommandDefinition): boolean {
  const { name, parameters, reads, acts } = command;
  if (FACTS.has(name) || INPUTS.has(name) || ELEMENTWISE.has(name)) return true;
  if (MOMENTARY.has(name) || parameters.at(-1)?.isVariadic === true) return false;
  const readsSeriesAlone = reads.every((subject) => subject === 'series');
  return givesSeries(command) && readsSeriesAlone && acts.length === 0;
}

/** They say what holds for the whole run. */
const FLAGS: ReadonlySet<string> = new Set([
  'DisableIndicatorContainerLogs',
  'EnableHighSpeedUpdates',
  'EnableOrderPersistence',
  'HideOrderSettings',
  'HideTradeAmountSettings',
]);

/** What a statement of it may be spared: see `idle` of OfferedFunction. */
export function idleOf(command: CommandDefinition): 'once' | 'unseen' | 'until_end' | null {
  const { name, reads, acts } = command;
  if (name === 'Finalize') return 'until_end';
  if (FLAGS.has(name)) return 'once';
  const draws = acts.length > 0 && acts.every((subject) => subject === 'charts');
  return draws && reads.every((subject) => subject === 'series') ? 'unseen' : null;
}

/** Conditions of which none is met without a position. */
const OF_POSITIONS: ReadonlySet<string> = new Set(
  ['ChandelierStopLoss', 'DynamicStopLoss', 'DynamicTakeProfit', 'GrowingTrailingStopLoss'].concat(
    ['ShrinkingTrailingStopLoss', 'StopLoss', 'StopLossROI', 'TakeProfit', 'TakeProfitROI'],
    ['TrailingArmStopLoss', 'TrailingStopLoss'],
  ),
);

/** What depends on the positions alone, and what it says while none is open. */
const POSITION_FACTS: ReadonlyMap<string, boolean | number> = new Map<string, boolean | number>([
  ['GetPositionAmount', 0],
  ['GetPositionDirection', constantNumber('NoPosition')],
  ['IsPositionClosed', true],
  ['LongAmount', 0],
  ['ShortAmount', 0],
]);

/** What a command says while no position is open; null: more than one value. */
export function flatResultOf({ name }: CommandDefinition): boolean | number | null {
  return POSITION_FACTS.get(name) ?? (OF_POSITIONS.has(name) ? false : null);
}

/** How long what a command says stands: see `stands` of OfferedFunction; null: not at all. */
export function standsOf({ name }: CommandDefinition): 'value' | 'within' | null {
  if (POSITION_FACTS.has(name)) return 'value';
  return LIMITED_COMMANDS.has(name) ? 'within' : null;
}

/** Whether a series is taken as it is there, and not for the number that it has now. */
export function takesSeries({ kind }: ParameterDefinition): boolean {
  return kind === 'series' || kind === 'numberOrSeries';
}
