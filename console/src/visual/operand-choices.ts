// Choices for a place of a sentence, by what the place takes.

import type {
  BlockKind,
  BlockPalette,
  InputPort,
  OutputPort,
} from '#domain/visual/block-palette.ts';
import { converts } from '#domain/visual/block-palette.ts';
import { CUSTOM_CATEGORY } from '#domain/visual/block-ports.ts';
import type { BlockSpec } from '#domain/visual-rules/new-block.ts';
import { commandWords, partWords, searchBlocks } from './block-words.ts';
import type { PickItem } from './pick-dialog.tsx';
import { VISUAL } from '../words/visual.ts';

export type OperandItem = PickItem & {
  /** Null: a number that is typed. */
  readonly spec: BlockSpec | null;
};

const HOUR = 60;
/** Families that are not values of a market or of a strategy. */
const HIDDEN: ReadonlySet<string> = new Set([
  'Charting',
  'Input Fields',
  'Custom Commands Helpers',
  'Settings',
  'Wallet',
]);
const FIRST: readonly string[] = ['ClosePrices', 'SMA', 'EMA', 'RSI', 'MACD', 'BBANDS', 'ATR'];

function fits(output: OutputPort, port: InputPort): boolean {
  if (output.kind === 'any' || output.kind === 'nothing') return false;
  return converts(output, port);
}

/** A new price begins with candles of an hour, as the sentences around it do. */
function specOf({ command, inputs }: BlockKind, part: string): BlockSpec {
  const hasInterval = inputs.some(({ name, isRequired }) => name === 'interval' && !isRequired);
  return { command, part, ...(hasInterval ? { inputs: { interval: HOUR } } : {}) };
}

function itemsOf(kind: BlockKind, port: InputPort): readonly OperandItem[] {
  return kind.outputs
    .filter((output) => fits(output, port))
    .map(({ name }) => {
      const part = partWords(kind.command, name);
      const label = commandWords(kind.command);
      return {
        key: `${kind.command}:${name}`,
        label: part === '' ? label : `${label}, ${part}`,
        hint: kind.meaning,
        spec: specOf(kind, name),
      };
    });
}

const NUMBER: OperandItem = {
  key: 'number',
  label: VISUAL.aNumber,
  hint: VISUAL.typedIntoTheSentence,
  spec: null,
};

const takesNumber = ({ kind }: InputPort): boolean => kind === 'number' || kind === 'numberOrList';

/** Items that fit a port, the usual ones first, or those that a query finds. */
export function searchOperands(
  kinds: readonly BlockKind[],
  port: InputPort,
  query: string,
): readonly OperandItem[] {
  const values = kinds
    .filter(
      ({ category, isConstant, isRoot }) =>
        !isConstant && (!isRoot || category === CUSTOM_CATEGORY) && !HIDDEN.has(category),
    )
    .toSorted((left, right) => rank(left) - rank(right));
  const shown = query.trim() === '' ? values : searchBlocks(values, query);
  const items = withParts(
    shown.flatMap((kind) => itemsOf(kind, port)),
    values.flatMap((kind) => itemsOf(kind, port)),
    query,
  );
  const offersNumber = query.trim() === '' || 'number'.includes(query.trim().toLowerCase());
  return takesNumber(port) && offersNumber ? [NUMBER, ...items] : items;
}

/** And those that are called so with their part: "upper band". */
function withParts(
  found: readonly OperandItem[],
  all: readonly OperandItem[],
  query: string,
): readonly OperandItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return found;
  const known = new Set(found.map(({ key }) => key));
  const isCalled = ({ label }: OperandItem): boolean =>
    words.every((word) => label.toLowerCase().includes(word));
  const others = all.filter((item) => !known.has(item.key) && isCalled(item));
  return [...found.filter(isCalled), ...others, ...found.filter((item) => !isCalled(item))];
}

function rank({ command, category }: BlockKind): number {
  const first = FIRST.indexOf(command);
  if (first >= 0) return first;
  const families = ['Price Data', 'Technical Analysis', 'Mathematical', 'Equations'];
  const family = families.indexOf(category);
  return FIRST.length + (family < 0 ? families.length : family);
}

/** Input of a command; null where the palette has none. */
export function portOf(palette: BlockPalette, command: string, port: string): InputPort | null {
  return palette.get(command)?.inputs.find(({ name }) => name === port) ?? null;
}
