// Tries all of one kind of attempts, where it is called.

import type { Targets } from './attempts.ts';
import { attempt, WITH_GLOBALS, WITH_MODULES } from './attempts.ts';

export type Escape = { readonly having: 'globals' | 'modules'; readonly targets: Targets };
export type Outcomes = { readonly [attempt: string]: string };

export async function tryAttempts({ having, targets }: Escape): Promise<Outcomes> {
  const outcomes: { [name: string]: string } = {};
  if (having === 'modules')
    for (const [name, act] of Object.entries(WITH_MODULES))
      outcomes[name] = await attempt(() => act(targets));
  else
    for (const [name, text] of Object.entries(WITH_GLOBALS))
      outcomes[name] = await attempt(() => runText(text, targets));
  return outcomes;
}

function runText(text: string, targets: Targets): unknown {
  // oxlint-disable-next-line no-new-func, no-implied-eval -- it stands for generated code
  const run = new Function('targets', text) as (targets: Targets) => unknown;
  return run(targets);
}
