// A plan is how an indicator is put together: kernels as nodes of a graph, each reading the
// indicator's inputs or what earlier nodes wrote. Equal nodes of a plan are one node.

import { assert, present } from '#lib/assert.ts';
import type { Kernel } from '#indicators/kernel.ts';

/** A column of the plan: first the inputs, then what the nodes write, in their order. */
export type Slot = number;

export type PlanNode = {
  readonly kernel: Kernel;
  readonly parameters: readonly number[];
  readonly reads: readonly Slot[];
  /** The first slot it writes; its other outputs follow. */
  readonly writes: Slot;
  /** Rows with values that are left out before the kernel sees its first. */
  readonly skip: number;
};

export type Plan = {
  readonly inputCount: number;
  readonly slotCount: number;
  readonly nodes: readonly PlanNode[];
  readonly outputs: readonly Slot[];
  /** Rows before the first one in which every output has a value. */
  readonly lookback: number;
};

/**
 * A plan in the making. `lookbacks` holds, for each slot so far, the rows before its first value.
 */
export type PlanDraft = {
  readonly inputCount: number;
  readonly nodes: PlanNode[];
  readonly lookbacks: number[];
};

/** Draft whose first slots are the inputs. */
export function draftPlan(inputCount: number): PlanDraft {
  return { inputCount, nodes: [], lookbacks: Array.from({ length: inputCount }, () => 0) };
}

/** Adds a node and returns the slots that it writes. */
export function addNode(
  draft: PlanDraft,
  kernel: Kernel,
  parameters: readonly number[],
  reads: readonly Slot[],
  skip = 0,
): readonly Slot[] {
  const outputs = Array.from({ length: kernel.outputs }, (_, index) => index);
  const equal = draft.nodes.find((node) => isEqual(node, kernel, parameters, reads, skip));
  if (equal !== undefined) return outputs.map((index) => equal.writes + index);
  const writes = draft.lookbacks.length;
  draft.nodes.push({ kernel, parameters, reads, writes, skip });
  const before = Math.max(0, ...reads.map((slot) => lookbackOf(draft, slot)));
  const lookback = before + skip + kernel.lookback(parameters);
  for (const _ of outputs) draft.lookbacks.push(lookback);
  return outputs.map((index) => writes + index);
}

/** Adds a node that writes one column. */
export function addOne(
  draft: PlanDraft,
  kernel: Kernel,
  parameters: readonly number[],
  reads: readonly Slot[],
  skip = 0,
): Slot {
  assert(kernel.outputs === 1, `${kernel.name} writes one column`);
  return present(addNode(draft, kernel, parameters, reads, skip)[0], 'a node writes');
}

/** Rows before the slot's first value, where the inputs have one in every row. */
export function lookbackOf(draft: PlanDraft, slot: Slot): number {
  return present(draft.lookbacks[slot], 'a slot is an input or was written before');
}

/** Plan of a draft; its look-back is the longest of its outputs. */
export function finishPlan(draft: PlanDraft, outputs: readonly Slot[]): Plan {
  return {
    inputCount: draft.inputCount,
    slotCount: draft.lookbacks.length,
    nodes: draft.nodes,
    outputs,
    lookback: Math.max(0, ...outputs.map((slot) => lookbackOf(draft, slot))),
  };
}

function isEqual(
  node: PlanNode,
  kernel: Kernel,
  parameters: readonly number[],
  reads: readonly Slot[],
  skip: number,
): boolean {
  return (
    node.kernel === kernel &&
    node.skip === skip &&
    node.parameters.length === parameters.length &&
    node.parameters.every((value, index) => value === parameters[index]) &&
    node.reads.length === reads.length &&
    node.reads.every((slot, index) => slot === reads[index])
  );
}
