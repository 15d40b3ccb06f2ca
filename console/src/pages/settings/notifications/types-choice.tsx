// Choice of the types of events that a rule is about, by groups.

import { EVENT_GROUPS, unknownTypes } from './event-words.ts';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

type Props = {
  readonly types: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
};

export function TypesChoice({ types, onChange }: Props) {
  const others = unknownTypes(types).map((type) => [type, type] as const);
  const groups =
    others.length === 0
      ? EVENT_GROUPS
      : [...EVENT_GROUPS, { name: NOTIFICATIONS.others, types: others }];
  const turn = (type: string, isOn: boolean): void =>
    onChange(isOn ? [...types, type] : types.filter((each) => each !== type));
  return (
    <div className="types-choice">
      {groups.map((group) => (
        <fieldset key={group.name} className="checks">
          <legend>{group.name}</legend>
          {group.types.map(([type, text]) => (
            <label key={type} className="check">
              <input
                type="checkbox"
                checked={types.includes(type)}
                onChange={(event) => turn(type, event.target.checked)}
              />
              {text}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
