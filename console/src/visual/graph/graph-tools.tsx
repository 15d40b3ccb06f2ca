// Tools for the graph as a whole, and for the blocks that are selected.

import { useReactFlow } from '@xyflow/react';
import { copyBlocks } from '#domain/visual-graph/copy-blocks.ts';
import { placeBlocks, removeFromGraph } from '#domain/visual-graph/graph-edits.ts';
import { Button } from '../../parts/button.tsx';
import { Segments } from '../../parts/widgets.tsx';
import { useEditing } from '../editing.ts';
import { arrange, heightOf } from './arrange.ts';
import { useGraph } from './graph-state.ts';
import type { Flow } from './use-flow.ts';

type Props = {
  readonly flow: Flow;
  readonly isList: boolean;
  readonly onList: (isList: boolean) => void;
  readonly onConnect: (block: string) => void;
};

export function GraphTools({ flow, isList, onList, onConnect }: Props) {
  const { isReadOnly, model, known } = useEditing();
  const { change } = useGraph();
  const { fitView } = useReactFlow();
  const { selected } = flow;
  const [only] = selected;
  const tidy = (): void => {
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
  return (
    <div className="graph-tools" role="toolbar" aria-label="Graph">
      <Segments
        label="Graph as"
        value={isList ? 'list' : 'canvas'}
        choices={[
          ['canvas', 'Canvas'],
          ['list', 'List'],
        ]}
        onChange={(value) => onList(value === 'list')}
      />
      {isReadOnly ? null : (
        <>
          <Button isSmall isDisabled={model.blocks.length === 0} onPress={tidy}>
            Arrange
          </Button>
          <Button
            isSmall
            isDisabled={selected.size !== 1}
            onPress={() => only !== undefined && onConnect(only)}
          >
            Connect…
          </Button>
          <Button
            isSmall
            isDisabled={selected.size === 0}
            onPress={() => void navigator.clipboard.writeText(copyBlocks(model, selected))}
          >
            Copy
          </Button>
          <Button
            isSmall
            isDisabled={selected.size === 0}
            onPress={() => change((of) => removeFromGraph(of, selected, []))}
          >
            Delete
          </Button>
        </>
      )}
    </div>
  );
}
