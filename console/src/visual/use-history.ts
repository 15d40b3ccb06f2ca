// Undo and redo of edits of a model.

import { useState } from 'react';
import type { VisualModel } from '#domain/visual/visual-model.ts';

const STEPS_MAX = 200;

type History = {
  readonly past: readonly VisualModel[];
  readonly model: VisualModel;
  readonly future: readonly VisualModel[];
};

export type ModelHistory = {
  readonly model: VisualModel;
  readonly set: (change: (model: VisualModel) => VisualModel) => void;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
};

function undone({ past, model, future }: History): History {
  const before = past.at(-1);
  if (before === undefined) return { past, model, future };
  return { past: past.slice(0, -1), model: before, future: [model, ...future] };
}

function redone({ past, model, future }: History): History {
  const [next, ...rest] = future;
  return next === undefined
    ? { past, model, future }
    : { past: [...past, model], model: next, future: rest };
}

/** History of a model; the number of steps that can be undone is bounded. */
export function useHistory(first: VisualModel): ModelHistory {
  const [history, setHistory] = useState<History>({ past: [], model: first, future: [] });
  return {
    model: history.model,
    set: (change) =>
      setHistory(({ past, model, future }) => {
        const next = change(model);
        if (next === model) return { past, model, future };
        return { past: [...past, model].slice(-STEPS_MAX), model: next, future: [] };
      }),
    undo: history.past.length === 0 ? null : () => setHistory(undone),
    redo: history.future.length === 0 ? null : () => setHistory(redone),
  };
}
