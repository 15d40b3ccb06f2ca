// Values of the ports of a traced visual script in the newest update of a run: as they are shown,
// without those of earlier updates.

import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import type { PortValues } from '#backtesting/port-values/port-values.ts';
import { recordedPorts } from '#backtesting/port-values/recorded-ports.ts';
import { partOf, shownValue } from '#backtesting/port-values/shown-value.ts';
import type { TracedScript } from '#engine/run/run-brain.ts';

export type UpdateValue = {
  readonly block: string;
  /** Empty: the main output. */
  readonly port: string;
  readonly kind: PortValues['kind'];
  /** As in a `ValueRun`. */
  readonly value: string | null;
};

export type UpdateValues = Omit<TracedScript, 'script'> & {
  /** Of the newest update, once; null: there was none since. */
  readonly take: (this: void) => readonly UpdateValue[] | null;
};

const NONE: readonly number[] = [];

/** Recorder of the newest update alone; values are null for ports that gave nothing. */
export function updateValues({ nodes }: TracedVisual): UpdateValues {
  const ports = recordedPorts(nodes);
  const placesOf = nodes.map((_, node) =>
    ports.flatMap((port, place) => (port.node === node ? [place] : [])),
  );
  let values: (string | null)[] = [];
  let lastRow = -1;
  let hasUpdate = false;
  const begin = (): void => {
    values = ports.map(() => null);
    lastRow = -1;
    hasUpdate = true;
  };
  return {
    begin,
    record(row, node, value) {
      if (lastRow !== row && lastRow !== -1) begin();
      lastRow = row;
      for (const place of placesOf[node] ?? NONE) {
        const recorded = ports[place];
        if (recorded === undefined) continue;
        const { port, kind } = recorded;
        const shown = kind === 'action' ? true : shownValue(partOf(value, port), port);
        values[place] = shown === undefined ? null : String(shown);
      }
    },
    take() {
      if (!hasUpdate) return null;
      hasUpdate = false;
      return ports.map(({ node, port, kind }, place) => {
        const block = nodes[node]?.block ?? '';
        return { block, port: port.name, kind, value: values[place] ?? null };
      });
    },
  };
}
