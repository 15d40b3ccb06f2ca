// A wire on the canvas, in the colour of what it carries, with its value at the bar.

import type { EdgeProps } from '@xyflow/react';
import { BaseEdge, getBezierPath } from '@xyflow/react';
import { memo } from 'react';
import type { Wire } from '#domain/visual/visual-model.ts';
import type { WireEdge } from './flow-elements.ts';
import { useWatching } from '../watching.ts';
import { useCell, useGraph } from './graph-state.ts';
import { usePortValue } from './ports.ts';
import { sizeWithin, textFromAfar } from './wire-size.ts';

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
      {data === undefined ? null : (
        <WireValue wire={data.wire} x={x} y={y} length={Math.abs(targetX - sourceX)} />
      )}
    </>
  );
});

type ValueProps = {
  readonly wire: Wire;
  readonly x: number;
  readonly y: number;
  /** From left to right. */
  readonly length: number;
};

function WireValue({ wire, x, y, length }: ValueProps) {
  const { far } = useGraph();
  const isFar = useCell(far, (is) => is);
  const value = usePortValue(wire);
  if (value === null) return null;
  const shown = isFar ? textFromAfar(value) : value;
  const fontSize = `min(var(--wire-size, 12px), ${sizeWithin(length, shown)}px)`;
  return (
    <text className="wire-now" x={x} y={y - 5} textAnchor="middle" style={{ fontSize }}>
      {shown}
    </text>
  );
}
