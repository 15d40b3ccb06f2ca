// The parameter by which a script chooses whose form of an indicator it gets, where the usual
// programs differ. Which forms there are is said by the indicators.

import { conventionsOf, DEFAULT_CONVENTION } from '#indicators/conventions.ts';

type ConventionParameter = {
  readonly name: 'convention';
  readonly kind: 'string';
  readonly meaning: string;
  readonly isRequired: false;
  readonly defaultExpression: "'default'";
  readonly isOwn: true;
};

/** Parameter of a command that has several conventions; optional, with the default one. */
export function conventionParameter(command: string): ConventionParameter {
  const names = conventionsOf(command).map((name) => `'${name}'`);
  return {
    name: 'convention',
    kind: 'string',
    meaning: `Whose form: ${names.join(', ')}; see the table of conventions.`,
    isRequired: false,
    defaultExpression: `'${DEFAULT_CONVENTION}'`,
    isOwn: true,
  };
}
