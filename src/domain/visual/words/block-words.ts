// Words of blocks, ports and choices for those who trade: a name of everyday for each command of
// the catalogue, and for each of its inputs and outputs.

import type { InputPort } from '#domain/visual/block-palette.ts';
import { COMMAND_WORDS } from '#domain/visual/words/command-words.ts';
import { INDICATOR_WORDS } from '#domain/visual/words/indicator-words.ts';
import { PART_WORDS, PORT_WORDS } from '#domain/visual/words/port-words.ts';
import { SERVICE_WORDS } from '#domain/visual/words/service-words.ts';

const NAMES = new Map(
  [INDICATOR_WORDS, COMMAND_WORDS, SERVICE_WORDS].flatMap((words) => Object.entries(words)),
);

/** `ShapeTriangleUp` as words: "Shape triangle up"; abbreviations stay as they are. */
function spelled(name: string): string {
  const [first = '', ...rest] = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .split(/\s+/);
  const lower = rest.map((word) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()));
  return [first.charAt(0).toUpperCase() + first.slice(1), ...lower].join(' ');
}

/**
 * Name of a command: "Exponential average (EMA)"; of one of the user's own, as it is called.
 * @public The console's editor.
 */
export function commandWords(command: string): string {
  const known = NAMES.get(command);
  if (known !== undefined) return known;
  return command.startsWith('CC_') ? spelled(command.slice('CC_'.length)) : choiceWords(command);
}

/** An entry that a command has for itself stands before the common one. */
function wordsAt(
  words: Readonly<Record<string, string>>,
  command: string,
  port: string,
): string | null {
  const own = `${command}:${port}`;
  if (Object.hasOwn(words, own)) return words[own] ?? null;
  return Object.hasOwn(words, port) ? (words[port] ?? null) : null;
}

/**
 * Name of an input: "fast period"; one of a custom command as it is called there.
 * @public The console's editor.
 */
export function portWords(command: string, port: string): string {
  if (command.startsWith('CC_')) return port.replaceAll('_', ' ');
  return wordsAt(PORT_WORDS, command, port) ?? port.replace(/\[\]$/, '');
}

/**
 * Name of an output: "upper"; empty for the main one.
 * @public The console's editor.
 */
export function partWords(command: string, part: string): string {
  if (command.startsWith('CC_')) return part.replaceAll('_', ' ');
  return wordsAt(PART_WORDS, command, part) ?? part;
}

/** In the order in which they are listed. */
const FAMILIES: Readonly<Record<string, string>> = {
  'Custom Commands': 'Commands of yours',
  'Price Data': 'Prices and volume',
  'Technical Analysis': 'Indicators',
  Equations: 'Comparing',
  'Technical Analysis Helpers': 'Crossings, rises and falls',
  'Flow Control': 'Choosing and branching',
  Mathematical: 'Calculating',
  'Trade Actions (Managed)': 'Buying and selling',
  'Easy Safeties': 'Stops and targets as blocks',
  'Easy Insurances': 'Conditions of an exit',
  'Easy Indicators': 'Ready-made signals',
  'Signal Helpers': 'Signals',
  'Trade Bot': 'Votes of signals',
  'Position Information': 'About the position',
  'Position Prices': 'Prices of the position',
  'Profit Information': 'Profit and loss',
  'Time Information': 'Time and date',
  'Input Fields': 'Settings of the script',
  Miscellaneous: 'Notes, numbers and texts',
  'Memory Helpers': 'Remembering',
  Charting: 'Drawing on the chart',
  'Social Media': 'Messages',
  'Trade Actions (Unmanaged)': 'Single orders',
  'Order Handling': 'Cancelling orders',
  'Order Information': 'About orders',
  Wallet: 'Balances',
  'Trade Market Information': 'About the traded market',
  'Price Market Information': 'Rules of the market',
  'Array Helpers': 'Lists',
  'String Helpers': 'Texts',
  'Input Settings': 'Form of the settings',
  Settings: 'Settings of the bot',
  'MAchine Learning': 'Machine learning',
  'Custom Commands Helpers': 'Making a command',
};

/**
 * A family of blocks, as a trader looks for it.
 * @public The console's editor.
 */
export function familyWords(category: string): string {
  return FAMILIES[category] ?? category;
}

const RANKS: ReadonlyMap<string, number> = new Map(
  Object.keys(FAMILIES).map((family, rank) => [family, rank]),
);

/**
 * The place of a family among the others.
 * @public The console's editor.
 */
export function familyRank(category: string): number {
  return RANKS.get(category) ?? RANKS.size;
}

const CHOICES: Readonly<Record<string, string>> = {
  SmaType: 'simple (SMA)',
  EmaType: 'exponential (EMA)',
  WmaType: 'weighted (WMA)',
  DemaType: 'double (DEMA)',
  TemaType: 'triple (TEMA)',
  TrimaType: 'triangular',
  KamaType: 'adaptive (KAMA)',
  MamaType: 'cycle (MAMA)',
  T3Type: 'smooth (T3)',
  SignalLong: 'long',
  SignalShort: 'short',
  SignalNone: 'none',
  SignalError: 'error',
  SignalExitLong: 'exit of a long',
  SignalExitShort: 'exit of a short',
  SignalExitPosition: 'exit',
  PositionLong: 'held long',
  PositionShort: 'held short',
  NoPosition: 'nothing held',
  HignWaveType: 'high wave',
  OcaCancelType: 'cancel the others',
  OcaReduceType: 'reduce the others',
  OcaNoneType: 'leave the others',
  MakerOrCancelOrderType: 'maker or cancel',
  NoTimeOutOrderType: 'limit without time limit',
  HLPriceSource: 'middle of high and low',
  HLCPriceSource: 'typical price',
  OHLCPriceSource: 'average of the candle',
};

/**
 * A constant of a group as one chooses it: "Engulfing", "stop limit".
 * @public The console's editor.
 */
export function choiceWords(constant: string): string {
  const known = CHOICES[constant];
  if (known !== undefined) return known;
  const own = constant
    .replace(/^(?:LR_|Shape(?=[A-Z]))/, '')
    .replace(/(?:OrderType|PriceSource|MarginMode|PositionMode|DataType|Type)$/, '');
  return spelled(own === '' ? constant : own);
}

const UNITS: Readonly<Record<string, string>> = {
  percent: '%',
  times: '×',
  pixels: 'px',
  seconds: 's',
  milliseconds: 'ms',
  minutes: 'min',
  candles: 'candles',
  hours: 'hours',
  days: 'days',
  months: 'months',
  years: 'years',
};

/**
 * The unit that stands after a typed value; empty: it says nothing that the name does not.
 * @public The console's editor.
 */
export function unitWords({ name, unit, kind }: Pick<InputPort, 'name' | 'unit' | 'kind'>): string {
  const isNumber = kind === 'number' || kind === 'numberOrList';
  if (!isNumber || unit === null || name === 'interval' || name === unit) return '';
  return UNITS[unit] ?? '';
}
