// Head of the editor: its views, undo and redo, the ticks for labs, and what a check found.

import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';
import { Segments } from '../parts/widgets.tsx';
import type { BlockProblem } from './editing.ts';
import { useEditing } from './editing.ts';
import type { ModelHistory } from './use-history.ts';
import { VISUAL } from '../words/visual.ts';

export type VisualView = 'rules' | 'graph' | 'lua' | 'versions';

type Props = {
  readonly view: VisualView;
  readonly onView: (view: VisualView) => void;
  readonly history: ModelHistory;
  readonly checked: {
    readonly problems: readonly BlockProblem[];
    readonly isBehind: boolean;
    readonly error: unknown;
  };
  readonly isChanged: boolean;
  readonly isTicking: boolean;
  readonly onTicking: (isTicking: boolean) => void;
  /** Beside the rules; the graph has a tick of its own. */
  readonly hasLua: boolean;
  readonly onLua: (hasLua: boolean) => void;
};

export function VisualHead(props: Props) {
  const { view, onView, history, checked, isChanged, isTicking, onTicking, hasLua, onLua } = props;
  const { isReadOnly } = useEditing();
  const { undo, redo } = history;
  return (
    <header className="panel-head visual-head">
      <Segments
        label={VISUAL.view}
        value={view}
        choices={[
          ['rules', VISUAL.rules],
          ['graph', VISUAL.graph],
          ['lua', VISUAL.lua],
          ['versions', VISUAL.versions],
        ]}
        onChange={onView}
      />
      {isReadOnly || view === 'versions' ? null : (
        <span className="visual-acts">
          <Button isSmall isDisabled={undo === null} onPress={() => undo?.()}>
            {VISUAL.undo}
          </Button>
          <Button isSmall isDisabled={redo === null} onPress={() => redo?.()}>
            {VISUAL.redo}
          </Button>
          <label className="tick-label">
            <input
              type="checkbox"
              checked={isTicking}
              onChange={({ target }) => onTicking(target.checked)}
            />
            {VISUAL.numbersForLabs}
          </label>
        </span>
      )}
      {view === 'rules' ? (
        <label className="tick-label lua-tick">
          <input
            type="checkbox"
            checked={hasLua}
            onChange={({ target }) => onLua(target.checked)}
          />
          {VISUAL.luaBeside}
        </label>
      ) : null}
      <CheckState {...checked} isChanged={isChanged} />
    </header>
  );
}

type StateProps = Props['checked'] & { readonly isChanged: boolean };

function CheckState({ problems, error, isBehind, isChanged }: StateProps) {
  const count = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <span className="check-state">
      {isChanged ? <span className="tag tag-warn">{VISUAL.notSaved}</span> : null}
      {error !== null ? (
        <span className="wrong" role="alert">
          {VISUAL.notChecked} {explain(error)}
        </span>
      ) : count === 0 && isBehind ? (
        <span className="tag">{VISUAL.checking}</span>
      ) : count === 0 ? (
        <span className="tag tag-rise">{VISUAL.noMistakes}</span>
      ) : (
        <span className="tag tag-fall">
          {count === 1 ? VISUAL.oneMistake : VISUAL.mistakesWithin(count)}
        </span>
      )}
    </span>
  );
}
