// Zoom of the canvas: from afar fields cannot be read, and are not drawn.

import { useStore } from '@xyflow/react';
import { useLayoutEffect } from 'react';
import { useGraph } from './graph-state.ts';

const FAR = 0.55;

/** Watches the zoom once for all blocks. */
export function FarWatch() {
  const { far } = useGraph();
  const isFar = useStore(({ transform }) => transform[2] < FAR);
  useLayoutEffect(() => far.set(isFar), [far, isFar]);
  return null;
}
