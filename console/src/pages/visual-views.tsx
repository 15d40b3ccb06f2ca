// Views of one model: rules, the graph, the Lua that it becomes, and versions.

import type { ScriptDetail } from '@tidemill/client';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { Loading } from '../parts/states.tsx';
import { BlockChanges } from '../visual/block-changes.tsx';
import type { ShownBlock } from '../visual/editing.ts';
import { LuaView } from '../visual/lua-view.tsx';
import { RulesStage } from '../visual/rules-stage.tsx';
import type { VisualView } from '../visual/visual-head.tsx';
import { ScriptVersions } from './script-versions.tsx';

/** The canvas is large, and loaded when it is first wanted. */
const GraphView = lazy(async () => {
  const { GraphView: view } = await import('../visual/graph/graph-view.tsx');
  return { default: view };
});

type Props = {
  readonly view: VisualView;
  readonly script: ScriptDetail;
  readonly source: string;
  readonly isSaved: boolean;
  readonly size: ReactNode;
  /** Beside the rules. */
  readonly hasLua: boolean;
  /** Block to be shown first in the graph. */
  readonly at: ShownBlock | null;
  readonly onTake: (source: string) => void;
};

export function VisualViews(props: Props) {
  const { view, script, source, isSaved, size, hasLua, at, onTake } = props;
  switch (view) {
    case 'rules':
      return <RulesStage size={size} hasLua={hasLua} />;
    case 'graph':
      return (
        <Suspense fallback={<Loading />}>
          <GraphView at={at} />
        </Suspense>
      );
    case 'lua':
      return <LuaView scriptId={script.script_id} isSaved={isSaved} />;
    case 'versions':
      return (
        <ScriptVersions
          scriptId={script.script_id}
          source={source}
          onTake={onTake}
          difference={BlockChanges}
        />
      );
  }
}
