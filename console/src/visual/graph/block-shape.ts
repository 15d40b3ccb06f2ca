// Sizes of blocks on the canvas and places of their ports, known without drawing them: wires and
// the automatic layout need no measuring, and what is out of sight is not drawn at all.

import type { BlockKind, InputPort, OutputPort } from '#domain/visual/block-palette.ts';
import type { Block, PortContent } from '#domain/visual/visual-model.ts';
import { givenAt } from '#domain/visual/visual-model.ts';

export const BLOCK_WIDTH = 252;
export const HEAD_HEIGHT = 36;
export const ROW_HEIGHT = 30;
export const FOOT_HEIGHT = 6;
const PROBLEM_HEIGHT = 22;
const PROBLEMS_MAX = 3;
/** Inputs that nothing stands at are hidden, unless it is a single one. */
const HIDDEN_MIN = 2;
export const NOTE_HEIGHT = 108;

export type InputRow = {
  readonly port: InputPort;
  readonly given: PortContent | null;
  readonly isMissing: boolean;
  /** Middle of the row. */
  readonly y: number;
};

export type OutputRow = { readonly port: OutputPort; readonly y: number };

export type BlockShape = {
  readonly height: number;
  readonly inputs: readonly InputRow[];
  /** The main one stands in the head. */
  readonly outputs: readonly OutputRow[];
  readonly hidden: number;
  /** Some can be hidden. */
  readonly canHide: boolean;
  /** Lines for what is wrong. */
  readonly problems: number;
};

/** Of parts with names the whole is hardly ever wanted. */
function hidesMain({ outputs }: BlockKind): boolean {
  return outputs.length > 1 && outputs[0]?.kind === 'table';
}

function isCompared({ kind, standIn }: InputPort): boolean {
  return kind === 'numberOrList' && standIn === null;
}

/** Whether an input has to be given, and is not. */
function isMissing(port: InputPort, given: PortContent | null): boolean {
  return given === null && (port.isRequired || isCompared(port));
}

type BlockLook = {
  readonly block: Block;
  /** Null: there is no such command. */
  readonly kind: BlockKind | null;
  readonly showsUnused: boolean;
  readonly problemCount: number;
  /** Outputs that something reads. */
  readonly read: ReadonlySet<string>;
};

/** Ports of the model that the command has not, so that their wires end somewhere. */
function strayPorts({ block, kind }: BlockLook): readonly InputPort[] {
  return block.inputs
    .filter(({ port }) => kind === null || !kind.inputs.some(({ name }) => name === port))
    .map(({ port: name }) => {
      const words = { meaning: '', unit: null, group: null, standIn: null };
      return { name, kind: 'any', ...words, isRequired: false, isMany: false } as const;
    });
}

function shownOutputs({ kind, read }: BlockLook): readonly OutputPort[] {
  const known = kind?.outputs ?? [];
  const strays = [...read]
    .filter((name) => !known.some((port) => port.name === name))
    .map((name) => ({ name, kind: 'any', group: null }) as const);
  return [...known, ...strays].filter((port) => {
    if (read.has(port.name)) return true;
    if (port.name !== '') return true;
    return port.kind !== 'nothing' && (kind === null || !hidesMain(kind));
  });
}

/**
 * Size of a block and places of its ports; few unused ports are shown, many are hidden until
 * wanted.
 */
export function shapeOf(drawn: BlockLook): BlockShape {
  const { block, kind, showsUnused, problemCount } = drawn;
  const ports = [...(kind?.inputs ?? []), ...strayPorts(drawn)];
  const used = ports.filter((port) => {
    const isWanted = port.isRequired || isCompared(port) || port.isMany;
    return isWanted || givenAt(block, port.name) !== null;
  });
  const canHide = ports.length - used.length >= HIDDEN_MIN;
  const shown = canHide && !showsUnused ? used : ports;
  const rowY = (at: number): number => HEAD_HEIGHT + (at + 0.5) * ROW_HEIGHT;
  const inputs = shown.map((port, at) => {
    const given = givenAt(block, port.name);
    return { port, given, isMissing: isMissing(port, given), y: rowY(at) };
  });
  let rows = inputs.length;
  const outputs = shownOutputs(drawn).map((port) => {
    if (port.name === '') return { port, y: HEAD_HEIGHT / 2 };
    rows += 1;
    return { port, y: rowY(rows - 1) };
  });
  const hidden = ports.length - shown.length;
  const problems = Math.min(problemCount, PROBLEMS_MAX);
  const height =
    HEAD_HEIGHT + (rows + (canHide ? 1 : 0)) * ROW_HEIGHT + problems * PROBLEM_HEIGHT + FOOT_HEIGHT;
  return { height, inputs, outputs, hidden, canHide, problems };
}
