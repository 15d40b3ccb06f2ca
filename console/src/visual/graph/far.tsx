// Zoom of the canvas: from afar fields cannot be read, and are not drawn; values on wires are
// larger, as long as they have room.

import { useStore } from '@xyflow/react';
import { useLayoutEffect } from 'react';
import { useGraph } from './graph-state.ts';
import { wireSize } from './wire-size.ts';

const FAR = 0.55;

/** Watches the zoom once for all blocks and wires. */
export function FarWatch() {
  const { far } = useGraph();
  const isFar = useStore(({ transform }) => transform[2] < FAR);
  const size = useStore(({ transform }) => wireSize(transform[2]));
  const canvas = useStore(({ domNode }) => domNode);
  useLayoutEffect(() => far.set(isFar), [far, isFar]);
  useLayoutEffect(() => canvas?.style.setProperty('--wire-size', `${size}px`), [canvas, size]);
  return null;
}
