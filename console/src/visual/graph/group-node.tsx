// A group on the canvas: a frame with a head by which it is moved, or one block when it is folded.

import type { NodeProps } from '@xyflow/react';
import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import { foldGroup } from '#domain/visual-graph/graph-edits.ts';
import type { GroupNode } from './flow-groups.ts';
import { rowY } from './flow-groups.ts';
import { useCell, useGraph } from './graph-state.ts';
import { VISUAL } from '../../words/visual.ts';

type HeadProps = Pick<GroupNode, 'data'> & { readonly isFolded: boolean };

function GroupHead({ data: { group, count, problems }, isFolded }: HeadProps) {
  const { change } = useGraph();
  return (
    <div className="group-head">
      <button
        type="button"
        className="exchange nodrag"
        aria-expanded={!isFolded}
        aria-label={VISUAL.theGroup(isFolded ? VISUAL.unfold : VISUAL.fold, group)}
        title={isFolded ? VISUAL.unfold : VISUAL.fold}
        onClick={() => change((model) => foldGroup(model, group, !isFolded))}
      >
        {isFolded ? '▸' : '▾'}
      </button>
      <strong className="block-name">{group}</strong>
      <span className="faint">{count === 1 ? VISUAL.oneBlock : VISUAL.blocksWithin(count)}</span>
      {problems === 0 ? null : <span className="tag tag-fall">{problems}</span>}
    </div>
  );
}

export const FrameNodeView = memo(function FrameNodeView({ data }: NodeProps<GroupNode>) {
  const { far } = useGraph();
  const isFar = useCell(far, (is) => is);
  return (
    <div className="group-frame">
      {isFar ? <strong className="group-far">{data.group}</strong> : null}
      <GroupHead data={data} isFolded={false} />
    </div>
  );
});

export const FoldedNodeView = memo(function FoldedNodeView({ data }: NodeProps<GroupNode>) {
  const { far } = useGraph();
  const isFar = useCell(far, (is) => is);
  return (
    <div className={isFar ? 'block group-folded block-far' : 'block group-folded'}>
      {isFar ? (
        <span className="block-far-words">
          <strong>{data.group}</strong>
          <span>{data.count === 1 ? VISUAL.oneBlock : VISUAL.blocksWithin(data.count)}</span>
        </span>
      ) : (
        <GroupHead data={data} isFolded />
      )}
      {data.inputs.map(({ id, words, kind }, at) => (
        <div key={id} className="group-row group-row-in" style={{ top: rowY(at) }}>
          {isFar ? null : <span className="group-words">{words}</span>}
          <Handle
            type="target"
            position={Position.Left}
            id={id}
            className={`port port-${kind}`}
            isConnectable={false}
          />
        </div>
      ))}
      {data.outputs.map(({ id, words, kind }, at) => (
        <div key={id} className="group-row group-row-out" style={{ top: rowY(at) }}>
          {isFar ? null : <span className="group-words">{words}</span>}
          <Handle
            type="source"
            position={Position.Right}
            id={id}
            className={`port port-${kind}`}
            isConnectable={false}
          />
        </div>
      ))}
    </div>
  );
});
