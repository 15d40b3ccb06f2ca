// Rules with the Lua that they become beside them: a line and its sentence light up together, and
// where a line is pressed, its sentence comes into sight.

import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useEditing } from './editing.ts';
import { LuaLines } from './lua-view.tsx';
import { RulesView } from './rules-view.tsx';
import { VISUAL } from '../words/visual.ts';

type Props = { readonly size: ReactNode; readonly hasLua: boolean };

export function RulesStage({ size, hasLua }: Props) {
  const { lit, onLight } = useEditing();
  const stage = useRef<HTMLDivElement>(null);
  if (!hasLua) return <RulesView size={size} />;
  const show = (block: string): void => {
    onLight(block);
    requestAnimationFrame(() => {
      stage.current?.querySelector('.phrase-lit')?.scrollIntoView({ block: 'center' });
    });
  };
  return (
    <div className="rules-stage" ref={stage}>
      <RulesView size={size} />
      <aside className="lua-beside" aria-label={VISUAL.lua}>
        <LuaLines lit={lit} onLight={onLight} onPress={show} />
      </aside>
    </div>
  );
}
