// Ports of a traced visual script whose values are retained: conditions first, so that they are not
// what a large script lacks.

import type { TracedNode, TracedPort } from '#domain/visual/traced-visual.ts';
import type { PortValues } from '#backtesting/port-values/port-values.ts';
import { RECORDED_PORTS_MAX } from '#backtesting/port-values/port-values.ts';

export type RecordedPort = {
  readonly node: number;
  readonly port: TracedPort;
  readonly kind: PortValues['kind'];
};

const ORDER: readonly PortValues['kind'][] = ['condition', 'action', 'value'];

/** Ports whose values are recorded: conditions, then other kinds, up to the limit. */
export function recordedPorts(nodes: readonly TracedNode[]): readonly RecordedPort[] {
  const all = nodes.flatMap(({ ports }, node) =>
    ports.map((port) => ({ node, port, kind: kindOf(port) })),
  );
  const sorted = ORDER.flatMap((kind) => all.filter((each) => each.kind === kind));
  return sorted.slice(0, RECORDED_PORTS_MAX);
}

function kindOf({ kind }: TracedPort): PortValues['kind'] {
  if (kind === 'boolean') return 'condition';
  return kind === 'nothing' ? 'action' : 'value';
}
