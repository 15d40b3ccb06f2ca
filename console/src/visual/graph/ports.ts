// Names of ports on the canvas, and the values that stand at them at one bar.

import type { PortKind } from '#domain/visual/block-palette.ts';
import { PORT_KINDS, converts } from '#domain/visual/block-palette.ts';
import type { Wire } from '#domain/visual/visual-model.ts';
import type { WireEnd } from '#domain/visual-graph/wire-refusal.ts';
import { shareWords, valueWords } from '../port-values.ts';
import { usePort, useShownBar, useShownValue, useWatching } from '../watching.ts';

/**
 * The value of an output at the bar that the chart beside points at; of a condition, where it
 * points at none, on how many bars of the run it was true. Of a running bot it is that of its
 * newest update. Null: nothing is known of it.
 */
export function usePortValue({ block, port }: Wire): string | null {
  const value = useShownValue(block, port);
  const view = usePort(block, port);
  const { at } = useShownBar();
  const { isLive } = useWatching();
  if (view?.kind === 'condition' && at === 'end' && !isLive) return shareWords(view);
  return value === undefined ? null : valueWords(value);
}

/** Kinds that an input takes: the style sheet dims the others while one draws a wire. */
export const ACCEPTED: Readonly<Record<PortKind, string>> = acceptedKinds();

function acceptedKinds(): Readonly<Record<PortKind, string>> {
  const port = (kind: PortKind) => ({ name: '', kind, group: null });
  const rest = { unit: null, meaning: '', isRequired: false, isMany: false, standIn: null };
  const accepted = PORT_KINDS.map((to) => {
    const taken = PORT_KINDS.filter((from) => {
      return from !== 'nothing' && converts(port(from), { ...port(to), ...rest });
    });
    return [to, taken.join(' ')] as const;
  });
  return Object.fromEntries(accepted) as Record<PortKind, string>;
}

const OUT = 'out:';
const IN = 'in:';
const GATE = 'gate';

export const sourceHandle = (port: string): string => `${OUT}${port}`;
export const targetHandle = (port: string | null): string =>
  port === null ? GATE : `${IN}${port}`;

type Ends = {
  readonly source: string | null;
  readonly sourceHandle?: string | null | undefined;
  readonly target: string | null;
  readonly targetHandle?: string | null | undefined;
};

/** Null: an end is not a port of a block. */
export function connectionOf(ends: Ends): { readonly wire: Wire; readonly to: WireEnd } | null {
  const { source, target, sourceHandle: from, targetHandle: into } = ends;
  if (source === null || target === null || !from?.startsWith(OUT)) return null;
  const wire = { block: source, port: from.slice(OUT.length) };
  if (into === GATE) return { wire, to: { block: target, port: null } };
  if (!into?.startsWith(IN)) return null;
  return { wire, to: { block: target, port: into.slice(IN.length) } };
}
