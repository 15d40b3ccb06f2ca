// Blocks by the keys of the clipboard: copied as text, cut, and pasted where one looks.

import { useEffect, useRef } from 'react';
import type { Point } from '#domain/visual-graph/graph-edits.ts';
import { removeFromGraph } from '#domain/visual-graph/graph-edits.ts';
import { copyBlocks, pasteBlocks } from '#domain/visual-graph/copy-blocks.ts';
import { useEditing } from '../editing.ts';
import { useGraph } from './graph-state.ts';
import type { Flow } from './use-flow.ts';
import { VISUAL } from '../../words/visual.ts';

/** Where one types, and where text is selected, the keys are for text. */
function isForText(target: EventTarget | null): boolean {
  const isTyping = target instanceof HTMLElement && /INPUT|TEXTAREA|SELECT/.test(target.tagName);
  const selection = getSelection();
  return isTyping || (selection !== null && !selection.isCollapsed);
}

/** Pastes a text around a point; gives why it could not, or null. */
export function usePaste(flow: Flow): (text: string, at: Point) => string | null {
  const { model, known } = useEditing();
  const { change } = useGraph();
  return (text, at) => {
    const pasted = pasteBlocks(model, text, at, known.palette);
    if (pasted.model === null) return pasted.problems[0]?.message ?? VISUAL.theseAreNoBlocks;
    change((of) => pasteBlocks(of, text, at, known.palette).model ?? of);
    flow.select(new Set(pasted.blocks));
    return null;
  };
}

/**
 * Listens for copy, cut and paste while `isOn`; a text that is no copy of blocks goes to `onText`.
 */
export function useClipboard(
  flow: Flow,
  { isOn, onText }: { readonly isOn: boolean; readonly onText: (text: string) => void },
): void {
  const { model, isReadOnly } = useEditing();
  const { change } = useGraph();
  const latest = useRef({ model, flow, onText, change });
  useEffect(() => {
    latest.current = { model, flow, onText, change };
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const copy = (event: ClipboardEvent): void => {
      const {
        model: of,
        flow: { selected },
        change: edit,
      } = latest.current;
      if (selected.size === 0 || isForText(event.target)) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', copyBlocks(of, selected));
      if (event.type !== 'cut' || isReadOnly) return;
      edit((each) => removeFromGraph(each, selected, []));
    };
    const paste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isReadOnly || isForText(event.target) || text.trim() === '') return;
      event.preventDefault();
      latest.current.onText(text);
    };
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, [isOn, isReadOnly]);
}
