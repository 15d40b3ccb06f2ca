// Head of the editor: its views, undo and redo, the ticks for labs, and what a check found.

import { Button } from '../parts/button.tsx';
import { explain } from '../parts/states.tsx';
import { Segments } from '../parts/widgets.tsx';
import type { BlockProblem } from './editing.ts';
import { useEditing } from './editing.ts';
import type { ModelHistory } from './use-history.ts';

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
};

export function VisualHead(props: Props) {
  const { view, onView, history, checked, isChanged, isTicking, onTicking } = props;
  const { isReadOnly } = useEditing();
  const { undo, redo } = history;
  return (
    <header className="panel-head visual-head">
      <Segments
        label="View"
        value={view}
        choices={[
          ['rules', 'Rules'],
          ['graph', 'Graph'],
          ['lua', 'Lua'],
          ['versions', 'Versions'],
        ]}
        onChange={onView}
      />
      {isReadOnly || view === 'versions' ? null : (
        <span className="visual-acts">
          <Button isSmall isDisabled={undo === null} onPress={() => undo?.()}>
            Undo
          </Button>
          <Button isSmall isDisabled={redo === null} onPress={() => redo?.()}>
            Redo
          </Button>
          <label className="tick-label">
            <input
              type="checkbox"
              checked={isTicking}
              onChange={({ target }) => onTicking(target.checked)}
            />
            Numbers for labs
          </label>
        </span>
      )}
      <CheckState {...checked} isChanged={isChanged} />
    </header>
  );
}

type StateProps = Props['checked'] & { readonly isChanged: boolean };

function CheckState({ problems, error, isBehind, isChanged }: StateProps) {
  const count = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <span className="check-state">
      {isChanged ? <span className="tag tag-warn">Not saved</span> : null}
      {error !== null ? (
        <span className="wrong" role="alert">
          Not checked. {explain(error)}
        </span>
      ) : count === 0 && isBehind ? (
        <span className="tag">Checking…</span>
      ) : count === 0 ? (
        <span className="tag tag-rise">No mistakes</span>
      ) : (
        <span className="tag tag-fall">{count === 1 ? 'One mistake' : `${count} mistakes`}</span>
      )}
    </span>
  );
}
