// A wire on the canvas, in the colour of what it carries, with its value at the bar.

import type { EdgeProps } from '@xyflow/react';
import { BaseEdge, getBezierPath } from '@xyflow/react';
import { memo } from 'react';
import type { Wire } from '#domain/visual/visual-model.ts';
import type { WireEdge } from './flow-elements.ts';
import { useWatching } from '../watching.ts';
import { usePortValue } from './ports.ts';

export const WireView = memo(function WireView(props: EdgeProps<WireEdge>) {
  const { id, data, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props;
  const [path, x, y] = getBezierPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
  });
  const { path: led } = useWatching();
  const isOnPath = data !== undefined && led.has(data.wire.block) && led.has(data.to.block);
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={18}
        {...(isOnPath ? { className: 'wire-path' } : {})}
      />
      {data === undefined ? null : <WireValue wire={data.wire} x={x} y={y} />}
    </>
  );
});

type ValueProps = { readonly wire: Wire; readonly x: number; readonly y: number };

function WireValue({ wire, x, y }: ValueProps) {
  const value = usePortValue(wire);
  if (value === null) return null;
  return (
    <text className="wire-now" x={x} y={y - 5} textAnchor="middle">
      {value}
    </text>
  );
}
