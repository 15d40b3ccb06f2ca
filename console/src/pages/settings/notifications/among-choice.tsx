// Some of a list, or all of it when none is chosen; folded, because most rules are about all.

import { withinSentence } from '../../../words/language.ts';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

type Props = {
  readonly label: string;
  readonly all: string;
  readonly items: readonly (readonly [id: string, name: string])[];
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
};

export function AmongChoice({ label, all, items, ids, onChange }: Props) {
  const known = new Set(items.map(([id]) => id));
  // What was deleted since stays in the rule until it is taken out.
  const gone = ids
    .filter((id) => !known.has(id))
    .map((id) => [id, NOTIFICATIONS.deleted(id)] as const);
  const turn = (id: string, isOn: boolean): void =>
    onChange(isOn ? [...ids, id] : ids.filter((each) => each !== id));
  return (
    <details className="fold">
      <summary>
        {label}: {ids.length === 0 ? withinSentence(all) : NOTIFICATIONS.chosen(ids.length)}
      </summary>
      <fieldset className="checks checks-tall">
        <legend className="unseen">{label}</legend>
        <label className="check">
          <input type="checkbox" checked={ids.length === 0} onChange={() => onChange([])} />
          {all}
        </label>
        {[...items, ...gone].map(([id, name]) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={ids.includes(id)}
              onChange={(event) => turn(id, event.target.checked)}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
