// A visual script with many blocks, for the pictures of its graph and for what the graph costs.

import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { visualText } from '#domain/visual/own-form.ts';
import type { VisualModel, Wire } from '#domain/visual/visual-model.ts';
import { addBlock } from '#domain/visual-graph/add-block.ts';
import { describeBlocks } from '#domain/visual-graph/graph-edits.ts';
import type { BlockSpec } from '#domain/visual-rules/new-block.ts';
import { above, average, closes } from '#domain/visual-rules/starters.ts';
import { addProtection } from '#domain/visual-rules/edit-rules.ts';
import { STOP } from '#domain/visual-rules/starters.ts';
import { EMPTY_MODEL } from '#domain/visual-rules/new-block.ts';
import { changeBlock, withGiven } from '#domain/visual-rules/change-block.ts';

const TOGETHER = 10;

type Growth = { readonly model: VisualModel; readonly wire: Wire };

function grown(model: VisualModel, spec: BlockSpec): Growth {
  return addBlock(model, spec, null, VISUAL_PALETTE);
}

function joined(model: VisualModel, command: string, wires: readonly Wire[]): Growth {
  const made = grown(model, { command });
  const edited = changeBlock(made.model, made.wire.block, (block) =>
    withGiven(block, 'values[]', { kind: 'wires', wires }),
  );
  return { model: edited, wire: made.wire };
}

/** Prices compared with shares of an average, and a purchase where all of one group agree. */
export function largeGraph(count: number): string {
  let model = addProtection(EMPTY_MODEL, STOP, VISUAL_PALETTE);
  const groups: Wire[] = [];
  for (let period = 5; model.blocks.length < count - 2;) {
    const before = new Set(model.blocks.map(({ id }) => id));
    const pairs: Wire[] = [];
    while (pairs.length < TOGETHER && model.blocks.length < count - 3) {
      const share = {
        command: 'Mul',
        inputs: { input1: average(20), input2: (1_000 - period) / 1_000 },
      };
      const pair = grown(model, above(closes(), share));
      model = pair.model;
      pairs.push(pair.wire);
      period += 1;
    }
    const all = joined(model, 'IsTrue', pairs);
    const added = all.model.blocks.map(({ id }) => id).filter((id) => !before.has(id));
    const group = `Averages ${groups.length + 1}`;
    model = describeBlocks(all.model, new Set(count > 60 ? added : []), { group });
    groups.push(all.wire);
  }
  const some = joined(model, 'Or', groups);
  const bought = grown(some.model, { command: 'DoLong' });
  const gated = changeBlock(bought.model, bought.wire.block, (block) => {
    return { ...block, gate: [some.wire] };
  });
  return visualText(gated);
}
