// The inputs that a script declares, and the values that it is given.

import type { ErrorPlace } from '#lua/runtime/script-fault.ts';
import type { InputDeclaration, InputApi } from '#engine/run-api/input-api.ts';
import { callerPlace, libraryError } from '#lua/runtime/errors.ts';

const INPUTS_MAX = 1_000;

export type InputRegister = {
  readonly api: InputApi;
  /** In the order in which they were declared. */
  readonly declared: () => readonly InputDeclaration[];
};

/** What `--set` and labs call an input: `group.label`, or `label` alone. */
function inputName({ group, label }: Pick<InputDeclaration, 'group' | 'label'>): string {
  return group === '' ? label : `${group}.${label}`;
}

type Place = () => ErrorPlace | null;

const NOWHERE: Place = () => null;

/**
 * Refuses a second input of one name that differs from the first: one value cannot stand for both.
 * The same call may be made again, and the same declaration may be written twice.
 */
function refuseTwin(known: InputDeclaration, twin: InputDeclaration, knownPlace: Place): void {
  const differs = (['kind', 'defaultValue', 'least', 'most', 'step'] as const).some(
    (part) => known[part] !== twin[part],
  );
  if (!differs) return;
  const twinPlace = callerPlace();
  const [first, second] = [knownPlace(), twinPlace()];
  if (first === null || second === null) return;
  if (first.line === second.line && first.column === second.column) return;
  const group = known.group === '' ? '' : ` in group '${known.group}'`;
  const where = `on line ${first.line}, with other values`;
  throw libraryError(`input '${known.label}' was declared before${group} ${where}: rename one`);
}

/** Every input returns its default. */
export function createInputRegister(): InputRegister {
  const declared = new Map<string, InputDeclaration>();
  const places = new Map<string, Place>();
  let openGroup = '';
  return {
    declared: () => [...declared.values()],
    api: {
      value(declaration) {
        const inGroup =
          declaration.group === '' ? { ...declaration, group: openGroup } : declaration;
        const name = inputName(inGroup);
        const known = declared.get(name);
        if (known !== undefined) {
          refuseTwin(known, inGroup, places.get(name) ?? NOWHERE);
          return known.defaultValue;
        }
        if (declared.size >= INPUTS_MAX) throw libraryError('too many inputs');
        declared.set(name, inGroup);
        places.set(name, callerPlace());
        return inGroup.defaultValue;
      },
      openGroup: (label) => {
        openGroup = label;
      },
    },
  };
}
