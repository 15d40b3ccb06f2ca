// The inputs that a script declares, and the values that it is answered.

import type { InputDeclaration, InputDesk } from '#engine/desks/input-desk.ts';
import { libraryError } from '#script/runtime/errors.ts';

const INPUTS_MAX = 1_000;

export type InputRegister = {
  readonly desk: InputDesk;
  /** In the order in which they were declared. */
  readonly declared: () => readonly InputDeclaration[];
};

/** What `--set` and labs call an input: `group.label`, or `label` alone. */
function inputName({ group, label }: Pick<InputDeclaration, 'group' | 'label'>): string {
  return group === '' ? label : `${group}.${label}`;
}

/** Every input answers its default. */
export function createInputRegister(): InputRegister {
  const declared = new Map<string, InputDeclaration>();
  let openGroup = '';
  return {
    declared: () => [...declared.values()],
    desk: {
      value(declaration) {
        const inGroup =
          declaration.group === '' ? { ...declaration, group: openGroup } : declaration;
        const name = inputName(inGroup);
        const known = declared.get(name);
        if (known !== undefined) return known.defaultValue;
        if (declared.size >= INPUTS_MAX) throw libraryError('too many inputs');
        declared.set(name, inGroup);
        return inGroup.defaultValue;
      },
      openGroup: (label) => {
        openGroup = label;
      },
    },
  };
}
