// The Lua beside the canvas: the lines of the block at hand are lit, and a line brings its block
// into sight.

import { LuaLines } from '../lua-view.tsx';
import { useCell, useGraph } from './graph-state.ts';
import { VISUAL } from '../../words/visual.ts';

export function LuaBeside() {
  const { lit: cell, onLight, onShow } = useGraph();
  const lit = useCell(cell, (block) => block);
  return (
    <aside className="lua-beside" aria-label={VISUAL.lua}>
      <LuaLines lit={lit} onLight={onLight} onPress={onShow} />
    </aside>
  );
}
