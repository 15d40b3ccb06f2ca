// The shape of `parameters` where a script is run: what was chosen for its inputs.

import Type from 'typebox';
import { ADDITION } from '#api/schemas/wire-values.ts';

/** Any name, and a number, text or truth value. */
export const InputsSchema = Type.Unsafe<Readonly<Record<string, number | string | boolean>>>({
  type: 'object',
  additionalProperties: {
    anyOf: [{ type: 'number' }, { type: 'string', maxLength: 4_000 }, { type: 'boolean' }],
  },
  maxProperties: 500,
  description: 'Chosen inputs of the script by their key; the others have their defaults.',
  examples: [{ Length: 20 }],
  ...ADDITION,
});
