// The form of a visual script in which what its blocks give is recorded.

import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual, traceVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import type { Script } from '#ports/stores/script-store.ts';

export type TracedForm =
  | { readonly traced: TracedVisual }
  /** Why there is none. */
  | { readonly valuesMissing: string };

/** It does what the script that is stored does: one that was compiled otherwise has none. */
export function tracedForm({ type, source, check }: Script): TracedForm {
  if (type !== 'visual') {
    return { valuesMissing: 'Values are recorded of visual scripts, and this one is text.' };
  }
  const { model } = readVisualText(source, VISUAL_PALETTE);
  const isSame = model !== null && compileVisual(model, VISUAL_PALETTE).lua === check.lua;
  const traced = isSame ? traceVisual(model, VISUAL_PALETTE) : null;
  if (traced !== null) return { traced };
  const message = 'The script was compiled by another version of the service: save it once more.';
  return { valuesMissing: message };
}
