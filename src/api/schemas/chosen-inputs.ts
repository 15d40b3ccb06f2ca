// The shape of `parameters` where a script is run: what was chosen for its inputs.

import Type from 'typebox';
import { ADDITION } from '#api/schemas/wire-values.ts';

type ChosenInputs = Readonly<Record<string, number | string | boolean>>;

const VALUE = {
  anyOf: [{ type: 'number' }, { type: 'string', maxLength: 4_000 }, { type: 'boolean' }],
};

/** Any name, and a number, text or truth value. */
export const InputsSchema = Type.Unsafe<ChosenInputs>({
  type: 'object',
  additionalProperties: VALUE,
  maxProperties: 500,
  description: 'Chosen inputs of the script by their key; the others have their defaults.',
  examples: [{ Fast: 20 }],
  ...ADDITION,
});

/** The same in a response. */
export const ChosenInputsSchema = Type.Unsafe<ChosenInputs>({
  type: 'object',
  additionalProperties: VALUE,
  description: 'Inputs of the script that were chosen, by key; the others have their defaults.',
  examples: [{ Fast: 20 }],
  ...ADDITION,
});
