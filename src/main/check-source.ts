// A check of a source in the terms of the store.

import { COMMAND_CATALOGUE } from '#engine/commands/command-catalogue.ts';
import { CONSTANT_CATALOGUE } from '#engine/commands/constant-catalogue.ts';
import { COMPILE_DEFAULTS, compileScript } from '#script/compile-script.ts';
import { ANY } from '#script/semantics/kind.ts';
import type { Offered } from '#script/semantics/names-offered.ts';
import type { ScriptCheck, ScriptLibrary } from '#ports/script-store.ts';

const COMMAND: Offered = { type: 'function', result: ANY, isSingle: false };

const HOST: ReadonlyMap<string, Offered> = new Map(
  [...COMMAND_CATALOGUE, ...CONSTANT_CATALOGUE].flatMap(({ name, aliases = [] }) =>
    [name, ...aliases].map((each) => [each, COMMAND] as const),
  ),
);

export function checkSource(source: string, _libraries: readonly ScriptLibrary[]): ScriptCheck {
  const compiled = compileScript(source, { ...COMPILE_DEFAULTS, host: HOST });
  const errors = compiled.ok
    ? []
    : compiled.rejection.map(({ message, line, column }) => ({ message, line, column }));
  return { isValid: compiled.ok, errors, warnings: [], inputs: [], commandName: null };
}
