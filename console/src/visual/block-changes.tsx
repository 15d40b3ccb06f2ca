// Differences between two versions of a visual script, sentence by sentence instead of line by line
// of its document.

import type { ChangeWords } from '#domain/visual-rules/describe-changes.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { describeChanges } from './block-words.ts';
import { useEditing } from './editing.ts';
import { VISUAL } from '../words/visual.ts';

type Props = { readonly before: string; readonly after: string };

const TAGS: Readonly<Record<ChangeWords['kind'], readonly [word: string, look: string]>> = {
  added: [VISUAL.added, 'tag tag-rise'],
  removed: [VISUAL.removed, 'tag tag-fall'],
  changed: [VISUAL.changed, 'tag tag-warn'],
  moved: [VISUAL.moved, 'tag'],
};

export function BlockChanges({ before, after }: Props) {
  const { known } = useEditing();
  const models = [before, after].map((text) => readVisualText(text, known.palette).model);
  const [old, now] = models;
  if (!old || !now) return <p className="panel-body hint">{VISUAL.oneOfThemCannot}</p>;
  const changes = describeChanges(old, now, known.palette);
  const shown = changes.filter(({ kind }) => kind !== 'moved');
  const moved = changes.length - shown.length;
  return (
    <div className="panel-body stack-tight">
      <ul className="block-changes" aria-label={VISUAL.changes}>
        {shown.map((change) => (
          <Change key={`${change.kind} ${change.block}`} {...change} />
        ))}
      </ul>
      {moved === 0 ? null : (
        <p className="hint">
          {VISUAL.onlyDrawnElsewhereWhich(
            moved === 1 ? VISUAL.oneBlockWas : VISUAL.blocksWere(moved),
          )}
        </p>
      )}
      {changes.length === 0 ? <p className="hint">{VISUAL.noDifferences}</p> : null}
    </div>
  );
}

function Change({ kind, sentence, fields }: ChangeWords) {
  const [word, look] = TAGS[kind];
  return (
    <li className="block-change">
      <span className={look}>{word}</span>
      <div className="stack-tight">
        <span>{sentence}</span>
        {fields.map(({ label, before, after }) => (
          <span key={label} className="block-field">
            <span className="hint">{label}</span>{' '}
            <del>{before === '' ? VISUAL.nothing : before}</del>
            {' → '}
            <ins>{after === '' ? VISUAL.nothing : after}</ins>
          </span>
        ))}
      </div>
    </li>
  );
}
