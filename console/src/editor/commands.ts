// The commands that a script can call, from the reference that the service publishes.

import type { Completion } from '@codemirror/autocomplete';

let known: Promise<readonly Completion[]> | null = null;

/** Read once; where the reference cannot be read there is nothing to complete. */
export function readCommands(): Promise<readonly Completion[]> {
  known ??= fetch('/docs/commands.md')
    .then(async (response) => (response.ok ? commandsIn(await response.text()) : []))
    .catch(() => []);
  return known;
}

/** Each is a heading with its name, then how it is called, then what it does. */
function commandsIn(reference: string): readonly Completion[] {
  const found = reference.matchAll(/^### (\w+)\n\n`\w+(\([^`]*\))`\n\n([^\n]+)/gm);
  return [...found].map(([, label = '', detail = '', info = '']) => ({
    label,
    detail,
    info: info.replaceAll('`', ''),
    type: 'function',
  }));
}
