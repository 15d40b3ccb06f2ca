// Difference between two texts of a script.

import { syntaxHighlighting } from '@codemirror/language';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { DIALECTS, dialectOf } from './script-dialect.ts';
import { EDITOR_THEME, HIGHLIGHT } from './editor-theme.ts';
import { SCRIPTS } from '../words/scripts.ts';

type Props = { readonly before: string; readonly after: string };

export function Difference({ before, after }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          DIALECTS[dialectOf(after)].language,
          syntaxHighlighting(HIGHLIGHT),
          EDITOR_THEME,
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ 'aria-label': SCRIPTS.whatChanged, tabindex: '0' }),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 6 },
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after]);
  return <div ref={place} className="editor editor-difference" />;
}
