// A check of a source in the terms of the store.

import { checkScript } from '#commands/check/check-script.ts';
import type { ScriptCheck, ScriptLibrary } from '#ports/work/script-checker.ts';

/** Check of a source; the language is left out for Lua. */
export function checkSource(source: string, libraries: readonly ScriptLibrary[]): ScriptCheck {
  const { isValid, errors, warnings, inputs, commandName, language } = checkScript(
    source,
    libraries,
  );
  const found = { isValid, errors, warnings, inputs, commandName };
  return language === undefined ? found : { ...found, language };
}
