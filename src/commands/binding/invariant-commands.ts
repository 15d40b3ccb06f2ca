// Commands that return the same for the same arguments during a whole run, so that compiled scripts
// ask them once: series and what is made of series element by element, facts of markets, inputs.

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

export function isInputCommand({ name }: CommandDefinition): boolean {
  return INPUTS.has(name);
}

export function isInvariantCommand(command: CommandDefinition): boolean {
  const { name, parameters, reads, acts } = command;
  if (FACTS.has(name) || INPUTS.has(name) || ELEMENTWISE.has(name)) return true;
  if (MOMENTARY.has(name) || parameters.at(-1)?.isVariadic === true) return false;
  const readsSeriesAlone = reads.every((subject) => subject === 'series');
  return givesSeries(command) && readsSeriesAlone && acts.length === 0;
}

/** Whether a series is taken as it is there, and not for the number that it has now. */
export function takesSeries({ kind }: ParameterDefinition): boolean {
  return kind === 'series' || kind === 'numberOrSeries';
}
