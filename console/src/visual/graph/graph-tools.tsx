// Tools for the graph as a whole, and for the blocks that are selected.

import { useReactFlow } from '@xyflow/react';
import { copyBlocks } from '#domain/visual-graph/copy-blocks.ts';
import { describeBlocks, placeBlocks, removeFromGraph } from '#domain/visual-graph/graph-edits.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-button.tsx';
import { Segments } from '../../parts/widgets.tsx';
import { useEditing } from '../editing.ts';
import { arrange, heightOf } from './arrange.ts';
import { useGraph } from './graph-state.ts';
import type { Flow } from './use-flow.ts';
import { VISUAL } from '../../words/visual.ts';

type Props = {
  readonly flow: Flow;
  readonly isList: boolean;
  readonly onList: (isList: boolean) => void;
  readonly hasLua: boolean;
  readonly onLua: (hasLua: boolean) => void;
  readonly onConnect: (block: string) => void;
  readonly onPaste: () => void;
  readonly onCommand: () => void;
};

export function GraphTools(props: Props) {
  const { flow, isList, onList, hasLua, onLua } = props;
  const { isReadOnly } = useEditing();
  return (
    <div className="graph-tools" role="toolbar" aria-label={VISUAL.graph}>
      <Segments
        label={VISUAL.graphAs}
        value={isList ? 'list' : 'canvas'}
        choices={[
          ['canvas', VISUAL.canvas],
          ['list', VISUAL.list],
        ]}
        onChange={(value) => onList(value === 'list')}
      />
      {isReadOnly || isList ? null : <EditTools {...props} flow={flow} />}
      {isList ? null : (
        <label className="tick-label graph-lua-tick">
          <input
            type="checkbox"
            checked={hasLua}
            onChange={({ target }) => onLua(target.checked)}
          />
          {VISUAL.luaBeside}
        </label>
      )}
    </div>
  );
}

/** A name that no group has. */
function freeGroup({ blocks }: VisualModel): string {
  const taken = new Set(blocks.map(({ group }) => group));
  let number = 1;
  while (taken.has(`Group ${number}`)) number += 1;
  return VISUAL.groupTitle(number);
}

function EditTools({ flow: { selected }, onConnect, onPaste, onCommand }: Props) {
  const { model } = useEditing();
  const { change } = useGraph();
  const tidy = useArrange();
  const [only] = selected;
  const hasNone = selected.size === 0;
  const isGrouped = [...selected].some((id) => (blockOf(model, id)?.group ?? '') !== '');
  return (
    <span className="graph-edit-tools">
      <Button isSmall isDisabled={model.blocks.length === 0} onPress={tidy}>
        {VISUAL.arrange}
      </Button>
      <Button
        isSmall
        isDisabled={selected.size !== 1}
        onPress={() => only !== undefined && onConnect(only)}
      >
        {VISUAL.connect2}
      </Button>
      <Button
        isSmall
        isDisabled={hasNone}
        onPress={() =>
          change((of) => describeBlocks(of, selected, { group: isGrouped ? '' : freeGroup(of) }))
        }
      >
        {isGrouped ? VISUAL.ungroup : VISUAL.group}
      </Button>
      <Button isSmall isDisabled={hasNone} onPress={onCommand}>
        {VISUAL.makeACommandTitle}
      </Button>
      <Button
        isSmall
        isDisabled={hasNone}
        onPress={() => void copyText(copyBlocks(model, selected))}
      >
        {VISUAL.copy}
      </Button>
      <Button isSmall onPress={onPaste}>
        {VISUAL.paste}
      </Button>
      <Button
        isSmall
        isDisabled={hasNone}
        onPress={() => change((of) => removeFromGraph(of, selected, []))}
      >
        {VISUAL.delete}
      </Button>
    </span>
  );
}

function useArrange(): () => void {
  const { model, known } = useEditing();
  const { change } = useGraph();
  const { fitView } = useReactFlow();
  return () => {
    const shows = new Map(model.layout.map((place) => [place.block, place.showsUnused]));
    const heights = new Map(
      model.blocks.map((block) => [
        block.id,
        heightOf(block, known.palette, shows.get(block.id) ?? false),
      ]),
    );
    const points = arrange(model.blocks, heights);
    change((of) => placeBlocks(of, points));
    setTimeout(() => void fitView({ maxZoom: 1, padding: 0.1 }), 60);
  };
}
