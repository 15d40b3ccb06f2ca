// The path that led to an act: from its block backwards over whatever was true, or was a value.
// What was false led to nothing, unless it was turned into its opposite.

import type { TracedNode, TracedSource } from '#domain/visual/traced-visual.ts';

/** What an output gave in the update; undefined: nothing. */
export type FlagOf = (node: number, port: string) => boolean | undefined;

/** Whether the node gave something in the update. */
export type RanIn = (node: number) => boolean;

/** Ids of the blocks, in the order of the model. */
export function pathOfAct(
  nodes: readonly TracedNode[],
  act: number,
  ran: RanIn,
  flagOf: FlagOf,
): readonly string[] {
  const found = new Set<number>();
  const open = [act];
  const led = ({ node, port }: TracedSource, isTurned: boolean): boolean =>
    ran(node) && (isTurned || flagOf(node, port) !== false);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const node = nodes[at];
    if (node === undefined || found.has(at)) continue;
    found.add(at);
    for (const source of node.gate) if (led(source, false)) open.push(source.node);
    for (const source of node.inputs) if (led(source, node.isTurned)) open.push(source.node);
  }
  return nodes.flatMap(({ block }, at) => (found.has(at) ? [block] : []));
}
