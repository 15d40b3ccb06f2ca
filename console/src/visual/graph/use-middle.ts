// The middle of what is seen of the canvas, where new blocks stand.

import { useReactFlow, useStoreApi } from '@xyflow/react';
import type { Point } from '#domain/visual-graph/graph-edits.ts';

/** Of a block, so that it stands in the middle and not beside it. */
const HALF_BLOCK = { x: 126, y: 90 };

/** Place at which a new block is centred in the view. */
export function useMiddle(): () => Point {
  const { screenToFlowPosition } = useReactFlow();
  const store = useStoreApi();
  return () => {
    const box = store.getState().domNode?.getBoundingClientRect();
    if (box === undefined) return { x: 0, y: 0 };
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const { x, y } = screenToFlowPosition(middle);
    return { x: x - HALF_BLOCK.x, y: y - HALF_BLOCK.y };
  };
}
