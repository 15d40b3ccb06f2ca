// The drawings that a script shows now, by kind, the oldest first. Beyond the limit of its
// declaration the oldest goes.

import type { PineObject } from '#pine/runtime/pine-values.ts';

export type DrawnObjects = {
  readonly add: (kind: string, drawing: PineObject) => void;
  readonly remove: (kind: string, drawing: PineObject) => void;
  readonly all: (kind: string) => readonly PineObject[];
};

export type RetainedDrawings = Record<string, PineObject[]>;

/** Drawings over retained lists, which a snapshot holds. */
export function drawnObjects(
  retained: RetainedDrawings,
  limitOf: (kind: string) => number,
): DrawnObjects {
  const listOf = (kind: string): PineObject[] => (retained[kind] ??= []);
  return {
    add(kind, drawing) {
      const list = listOf(kind);
      list.push(drawing);
      if (list.length > limitOf(kind)) list.shift();
    },
    remove(kind, drawing) {
      const list = listOf(kind);
      const at = list.indexOf(drawing);
      if (at >= 0) list.splice(at, 1);
    },
    all: listOf,
  };
}
