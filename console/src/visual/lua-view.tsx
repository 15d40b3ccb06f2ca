// The Lua that a visual script becomes, to be read: the lines of the block that is lit are lit, and
// a line lights its block.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { api } from '../api/api.ts';
import { useGo } from '../app/use-go.ts';
import { Button } from '../parts/button.tsx';
import { Wrong } from '../parts/notice.tsx';
import { Empty } from '../parts/states.tsx';
import { useEditing } from './editing.ts';
import { VISUAL } from '../words/visual.ts';

type Props = {
  readonly scriptId: string;
  /** Whether what is stored is what is shown. */
  readonly isSaved: boolean;
};

export function LuaView({ scriptId, isSaved }: Props) {
  const { lit, onLight, isReadOnly } = useEditing();
  return (
    <>
      <LuaLines lit={lit} onLight={onLight} />
      {isReadOnly ? null : <Convert scriptId={scriptId} isSaved={isSaved} />}
    </>
  );
}

type LinesProps = {
  readonly lit: string | null;
  readonly onLight: (block: string | null) => void;
  /** Where a line is pressed. */
  readonly onPress?: (block: string) => void;
};

/** Lines of the script, scrolled to those of the lit block. */
export function LuaLines({ lit, onLight, onPress }: LinesProps) {
  const { model, known } = useEditing();
  const { lua, lineBlocks } = useMemo(() => compileVisual(model, known.palette), [model, known]);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>('.lua-line-lit');
    if (list.current === null || !line || list.current.matches(':hover')) return;
    const { offsetTop } = line;
    const { scrollTop, clientHeight } = list.current;
    const isSeen = offsetTop >= scrollTop && offsetTop < scrollTop + clientHeight - 24;
    if (!isSeen) list.current.scrollTop = offsetTop - clientHeight / 3;
  }, [lit]);
  if (lua === null) return <Empty title={VISUAL.noLuaYet}>{VISUAL.theScriptHasMistakes}</Empty>;
  const lines = lua.trimEnd().split('\n');
  return (
    <ol className="lua-lines" aria-label={VISUAL.luaOfTheScript} ref={list}>
      {lines.map((line, index) => {
        const block = lineBlocks[index] ?? null;
        const isLit = block !== null && block === lit;
        return (
          <li
            key={index}
            className={isLit ? 'lua-line lua-line-lit' : 'lua-line'}
            onPointerEnter={() => onLight(block)}
            onPointerLeave={() => onLight(null)}
          >
            <LuaLine text={line} block={block} onPress={onPress} />
          </li>
        );
      })}
    </ol>
  );
}

type LineProps = {
  readonly text: string;
  readonly block: string | null;
  readonly onPress: LinesProps['onPress'];
};

function LuaLine({ text, block, onPress }: LineProps) {
  if (block === null || onPress === undefined) return <code>{text}</code>;
  return (
    <button type="button" className="lua-press" onClick={() => onPress(block)}>
      <code>{text}</code>
    </button>
  );
}

/** One way: a copy as text, which has no rules any more. */
function Convert({ scriptId, isSaved }: Props) {
  const client = useQueryClient();
  const go = useGo();
  const convert = useMutation({
    mutationFn: () => api.convertScript({ script_id: scriptId, body: {} }),
    async onSuccess({ script_id: made }) {
      await client.invalidateQueries({ queryKey: ['scripts'], exact: true });
      await go({ to: '/scripts/$scriptId', params: { scriptId: made } });
    },
  });
  return (
    <div className="panel-body stack-tight">
      <Wrong error={convert.error} />
      <div className="row">
        <Button isDisabled={!isSaved || convert.isPending} onPress={() => convert.mutate()}>
          {VISUAL.continueAsText}
        </Button>
        <span className="hint">{isSaved ? VISUAL.makesAScriptOf : VISUAL.saveFirst}</span>
      </div>
    </div>
  );
}
