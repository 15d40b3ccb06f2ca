// A comment on the canvas, which stands in the text of the script too.

import type { NodeProps } from '@xyflow/react';
import { memo, useState } from 'react';
import { givenAt } from '#domain/visual/visual-model.ts';
import { changeBlock, withGiven } from '#domain/visual-rules/change-block.ts';
import type { BlockNode } from './flow-elements.ts';
import { useGraph } from './graph-state.ts';
import { VISUAL } from '../../words/visual.ts';

export const NoteNodeView = memo(function NoteNodeView({ data, selected }: NodeProps<BlockNode>) {
  const { block } = data;
  const { change, isReadOnly } = useGraph();
  const given = givenAt(block, 'value');
  const text = given?.kind === 'value' ? String(given.value) : '';
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (): void => {
    setDraft(null);
    if (draft === null || draft === text) return;
    const value = { kind: 'value', value: draft, input: null } as const;
    change((model) => changeBlock(model, block.id, (of) => withGiven(of, 'value', value)));
  };
  return (
    <div className={selected ? 'note note-selected' : 'note'}>
      <textarea
        className="nodrag nowheel"
        aria-label={VISUAL.comment}
        placeholder={VISUAL.aComment}
        readOnly={isReadOnly}
        value={draft ?? text}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={commit}
      />
    </div>
  );
});
