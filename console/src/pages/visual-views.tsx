// Views of one model: rules, the Lua that it becomes, and versions.

import type { ScriptDetail } from '@tidemill/client';
import type { ReactNode } from 'react';
import { LuaView } from '../visual/lua-view.tsx';
import { RulesView } from '../visual/rules-view.tsx';
import type { VisualView } from '../visual/visual-head.tsx';
import { ScriptVersions } from './script-versions.tsx';

type Props = {
  readonly view: VisualView;
  readonly script: ScriptDetail;
  readonly source: string;
  readonly isSaved: boolean;
  readonly size: ReactNode;
  readonly onTake: (source: string) => void;
};

export function VisualViews({ view, script, source, isSaved, size, onTake }: Props) {
  switch (view) {
    case 'rules':
      return <RulesView size={size} />;
    case 'lua':
      return <LuaView scriptId={script.script_id} isSaved={isSaved} />;
    case 'versions':
      return <ScriptVersions scriptId={script.script_id} source={source} onTake={onTake} />;
  }
}
