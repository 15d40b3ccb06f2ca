// State that the parts of the canvas share. It stays the same object while the model changes:
// blocks are drawn again when they change themselves.

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { WireEnd } from '#domain/visual-graph/wire-refusal.ts';
import type { Wire } from '#domain/visual/visual-model.ts';
import type { Edit } from '../editing.ts';
import type { KnownBlocks } from '../visual-palette.ts';

/** A value with those who watch it. */
export type Cell<Value> = {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Cell with a first value; listeners hear only of values that differ. */
export function makeCell<Value>(first: Value): Cell<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Part of a cell's value; the component is drawn again when it changes. */
export function useCell<Value, Picked>(cell: Cell<Value>, pick: (value: Value) => Picked): Picked {
  return useSyncExternalStore(cell.subscribe, () => pick(cell.get()));
}

/** An end for which the other is looked for. */
export type LooseEnd =
  | { readonly kind: 'from'; readonly wire: Wire }
  | { readonly kind: 'to'; readonly to: WireEnd };

export type GraphShared = {
  readonly known: KnownBlocks;
  readonly isReadOnly: boolean;
  readonly isTicking: boolean;
  /** Whether one looks from so far that fields cannot be read. */
  readonly far: Cell<boolean>;
  /** The block that is lit. */
  readonly lit: Cell<string | null>;
  readonly onLight: (block: string | null) => void;
  readonly onShow: (block: string) => void;
  readonly change: (edit: Edit) => void;
  /** What the next block of the palette is connected to. */
  readonly wanted: Cell<LooseEnd | null>;
};

export const GraphContext = createContext<GraphShared | null>(null);

/** State of the canvas. Throws outside of one. */
export function useGraph(): GraphShared {
  const shared = useContext(GraphContext);
  if (shared === null) throw new Error('The canvas gives its parts what they share.');
  return shared;
}
