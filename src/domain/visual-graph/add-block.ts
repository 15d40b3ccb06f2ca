// New blocks of a graph. Numbers and choices that a block needs stand in it at once, and so do the
// prices of an indicator; what it compares or waits for is connected by its author.

import type { BlockKind, BlockPalette } from '#domain/visual/block-palette.ts';
import { kindOfBlock } from '#domain/visual/block-ports.ts';
import { givenForm } from '#domain/visual/own-form.ts';
import type { Block, VisualModel, Wire } from '#domain/visual/visual-model.ts';
import { givenAt } from '#domain/visual/visual-model.ts';
import {
  blockOf,
  changeBlock,
  idsOf,
  wiresInto,
  withoutBlocks,
  withoutOrphans,
} from '#domain/visual-rules/change-block.ts';
import type { BlockSpec } from '#domain/visual-rules/new-block.ts';
import { plantBlock } from '#domain/visual-rules/new-block.ts';
import { connect } from '#domain/visual-graph/graph-edits.ts';
import type { WireEnd } from '#domain/visual-graph/wire-refusal.ts';
import { wireRefusal } from '#domain/visual-graph/wire-refusal.ts';

/** They do something once: at every update nobody means them. */
const WAITING: readonly RegExp[] = [
  /^Do(?:Long|Short|ExitPosition|FlipPosition)$/,
  /^(?:Place\w+Order|Cancel(?:All)?Orders?)$/,
  /^(?:Deactivate|Pause|Resume)Bot$/,
  /^(?:SendNotification|BroadcastTo\w+|Log\w*)$/,
];

/** Blocks of these families give the same for the same inputs, so that one does for all. */
const SHARED: ReadonlySet<string> = new Set(['Price Data', 'Technical Analysis']);

/**
 * What was added: its block, and the blocks that came with it.
 * @public The console's editor.
 */
export type Addition = {
  readonly model: VisualModel;
  readonly wire: Wire;
  readonly blocks: readonly string[];
};

/** A number that is compared or drawn: its author says which. */
function isLeftOpen({ kind, isRequired, standIn }: BlockKind['inputs'][number]): boolean {
  return kind === 'numberOrList' && (isRequired || standIn === null);
}

/** A block chosen by its name, rather than as the beginning of a sentence. */
function bare(
  model: VisualModel,
  spec: BlockSpec,
  palette: BlockPalette,
): Omit<Addition, 'blocks'> {
  const { model: planted, wire } = plantBlock(model, spec, palette);
  const kind = palette.get(spec.command);
  if (kind === undefined || spec.inputs !== undefined) return { model: planted, wire };
  const open = new Set(kind.inputs.filter(isLeftOpen).map(({ name }) => name));
  const emptied = changeBlock(planted, wire.block, (block) => ({
    ...block,
    inputs: block.inputs.filter(({ port }) => !open.has(port)),
  }));
  return { model: withoutOrphans(planted, emptied, palette), wire };
}

function meaningOf({ command, gate, needsGate, isEnabled, inputs, title }: Block): string {
  const given = inputs.map((input) => [input.port, givenForm(input.given)]);
  return JSON.stringify([command, title, isEnabled, needsGate, gate, given]);
}

/** A wire to what is there already, in place of a new block that would say the same. */
function shareOne(
  model: VisualModel,
  isNew: (id: string) => boolean,
  palette: BlockPalette,
): VisualModel | null {
  const known = new Map<string, string>();
  for (const block of model.blocks) {
    if (!SHARED.has(palette.get(block.command)?.category ?? '')) continue;
    const meaning = meaningOf(block);
    const twin = known.get(meaning);
    if (twin === undefined) known.set(meaning, block.id);
    else if (isNew(block.id)) return redirected(model, block.id, twin);
  }
  return null;
}

function redirected(model: VisualModel, gone: string, twin: string): VisualModel {
  const to = (wire: Wire): Wire => (wire.block === gone ? { ...wire, block: twin } : wire);
  const blocks = model.blocks.map((block) =>
    wiresInto(block).some((wire) => wire.block === gone)
      ? {
          ...block,
          gate: block.gate.map(to),
          inputs: block.inputs.map(({ port, given }) =>
            given.kind === 'wires'
              ? { port, given: { ...given, wires: given.wires.map(to) } }
              : { port, given },
          ),
        }
      : block,
  );
  return withoutBlocks({ ...model, blocks }, new Set([gone]));
}

function isWaiting({ command }: Block): boolean {
  return WAITING.some((pattern) => pattern.test(command));
}

/**
 * The model with a block and what comes with it, connected to an input where it fits; what the
 * model has already is used rather than made again.
 * @public The console's editor.
 */
export function addBlock(
  model: VisualModel,
  spec: BlockSpec,
  into: WireEnd | null,
  palette: BlockPalette,
): Addition {
  const before = idsOf(model);
  const { model: planted, wire } = bare(model, spec, palette);
  const isNew = (id: string): boolean => !before.has(id) && id !== wire.block;
  let edited = changeBlock(planted, wire.block, (block) =>
    isWaiting(block) ? { ...block, needsGate: true } : block,
  );
  for (let next = shareOne(edited, isNew, palette); next !== null;) {
    edited = next;
    next = shareOne(edited, isNew, palette);
  }
  const fits = into !== null && wireRefusal(edited, wire, into, palette) === null;
  const connected = fits ? connect(edited, { wire, to: into }, palette) : edited;
  const blocks = connected.blocks.map(({ id }) => id).filter((id) => !before.has(id));
  return { model: connected, wire, blocks };
}

/**
 * The first input of a block that has to be connected and is not; null: there is none.
 * @public The console's editor.
 */
export function openEnd(model: VisualModel, id: string, palette: BlockPalette): WireEnd | null {
  const block = blockOf(model, id);
  const kind = block === null ? null : kindOfBlock(block, palette);
  if (block === null || kind === null) return null;
  if (block.needsGate && block.gate.length === 0) return { block: id, port: null };
  const open = kind.inputs.find((port) => {
    const isWanted = port.isRequired || isLeftOpen(port) || port.isMany;
    return isWanted && givenAt(block, port.name) === null;
  });
  return open === undefined ? null : { block: id, port: open.name };
}
