// New blocks with what is usual at their inputs, so that what was chosen from a list works at once
// and one changes numbers rather than filling in a form.

import type { BlockKind, BlockPalette, InputPort } from '#domain/visual/block-palette.ts';
import { sortedInputs } from '#domain/visual/read-own-form.ts';
import type {
  Block,
  BlockInput,
  PortContent,
  TypedValue,
  VisualModel,
  Wire,
} from '#domain/visual/visual-model.ts';
import { freshId, idsOf } from '#domain/visual-rules/change-block.ts';
import { CUSTOM_PREFIX } from '#domain/visual/visual-model.ts';

/**
 * A block to plant, with blocks or values at its inputs; what is left out is as usual.
 * @public The console's editor.
 */
export type BlockSpec = {
  readonly command: string;
  readonly inputs?: Readonly<Record<string, SpecInput>>;
  /** Output that is meant; left out: the main one. */
  readonly part?: string;
  readonly title?: string;
};

type SpecInput = TypedValue | BlockSpec | readonly BlockSpec[];

/** Usual values of required numbers, by the name of the port. */
const USUAL_NUMBERS: Readonly<Record<string, number>> = {
  period: 14,
  fastPeriod: 12,
  slowPeriod: 26,
  signalPeriod: 9,
  devUp: 2,
  devDn: 2,
  acceleration: 0.02,
  maxSpeed: 0.2,
  fastK: 14,
  fastD: 3,
  slowK: 3,
  slowD: 3,
  lookback: 2,
  percentage: 2,
  growPercentage: 0.1,
  shrinkPercentage: 0.1,
  arm: 1,
  timeout: 60,
  minutes: 60,
  depth: 20,
  buyLevel: 30,
  sellLevel: 70,
  maxLoss: 10,
  minProfit: 10,
  tradeCount: 3,
};

const USUAL_BY_UNIT: Readonly<Record<string, number>> = {
  candles: 14,
  elements: 14,
  minutes: 60,
  percent: 2,
  times: 1,
};

/** The prices that stand at a list of this name. */
const PRICES: Readonly<Record<string, string>> = {
  high: 'HighPrices',
  low: 'LowPrices',
  open: 'OpenPrices',
  volume: 'GetVolume',
};

function usualNumber({ name, unit }: InputPort): number {
  return USUAL_NUMBERS[name] ?? USUAL_BY_UNIT[unit ?? ''] ?? 1;
}

function firstConstant({ group }: InputPort, palette: BlockPalette): string | null {
  for (const [name, { isConstant, outputs }] of palette) {
    if (isConstant && group !== null && outputs[0]?.group === group) return name;
  }
  return null;
}

/** What stands at an input that a new block needs; null: nothing, and its author has to say. */
function usualAt(port: InputPort, palette: BlockPalette): TypedValue | BlockSpec | null {
  switch (port.kind) {
    case 'number':
      return usualNumber(port);
    case 'list':
      return { command: PRICES[port.name] ?? 'ClosePrices' };
    case 'numberOrList':
      return { command: 'ClosePrices' };
    case 'constant':
      return firstConstant(port, palette);
    case 'boolean':
    case 'text':
    case 'any':
    case 'table':
    case 'nothing':
      return null;
  }
}

/** Compared with nothing such a block means nothing, though its command has no required input. */
function isNeeded({ isRequired, kind, standIn }: InputPort): boolean {
  return isRequired || (kind === 'numberOrList' && standIn === null);
}

type Planting = {
  readonly palette: BlockPalette;
  readonly taken: Set<string>;
  readonly blocks: Block[];
};

function givenFrom(planting: Planting, input: SpecInput): PortContent {
  if (typeof input !== 'object') return { kind: 'value', value: input, input: null };
  const specs = 'command' in input ? [input] : input;
  return { kind: 'wires', wires: specs.map((spec) => plant(planting, spec)) };
}

function inputsOf(
  planting: Planting,
  kind: BlockKind | undefined,
  given: Readonly<Record<string, SpecInput>>,
): readonly BlockInput[] {
  if (kind === undefined) {
    return Object.entries(given).map(([port, input]) => ({
      port,
      given: givenFrom(planting, input),
    }));
  }
  return kind.inputs.flatMap((port): readonly BlockInput[] => {
    const usual = isNeeded(port) && !port.isMany ? usualAt(port, planting.palette) : null;
    const input = given[port.name] ?? usual;
    return input === null ? [] : [{ port: port.name, given: givenFrom(planting, input) }];
  });
}

function plant(planting: Planting, spec: BlockSpec): Wire {
  const { command, inputs = {}, part = '', title = '' } = spec;
  const kind = planting.palette.get(command);
  const id = freshId(planting.taken, command.charAt(0).toLowerCase() + command.slice(1));
  planting.taken.add(id);
  const given = inputsOf(planting, kind, inputs);
  const isCustom = kind !== undefined && command.startsWith(CUSTOM_PREFIX);
  planting.blocks.push({
    id,
    command,
    title,
    isEnabled: true,
    gate: [],
    needsGate: false,
    inputs: sortedInputs(given),
    parameters: isCustom ? kind.inputs.map((port) => port.name) : [],
    outputs: isCustom ? kind.outputs.flatMap((port) => port.name || []) : [],
    group: '',
  });
  return { block: id, port: part };
}

/**
 * The model with a new block and what stands at its inputs, which come before it.
 * @public The console's editor.
 */
export function plantBlock(
  model: VisualModel,
  spec: BlockSpec,
  palette: BlockPalette,
): { readonly model: VisualModel; readonly wire: Wire } {
  const planting: Planting = { palette, taken: idsOf(model), blocks: [] };
  const wire = plant(planting, spec);
  return { model: { ...model, blocks: [...model.blocks, ...planting.blocks] }, wire };
}

/**
 * Several blocks, one after the other.
 * @public The console's editor.
 */
export function plantAll(
  model: VisualModel,
  specs: readonly BlockSpec[],
  palette: BlockPalette,
): { readonly model: VisualModel; readonly wires: readonly Wire[] } {
  const planting: Planting = { palette, taken: idsOf(model), blocks: [] };
  const wires = specs.map((spec) => plant(planting, spec));
  return { model: { ...model, blocks: [...model.blocks, ...planting.blocks] }, wires };
}

/** @public The console's editor. */
export const EMPTY_MODEL: VisualModel = { blocks: [], layout: [] };
