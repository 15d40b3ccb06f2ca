// The form of a visual script in which what its blocks give is recorded.

import { paletteFor } from '#commands/visual/custom-block-kinds.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual, traceVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { ScriptLibrary } from '#ports/work/script-checker.ts';

export type TracedForm =
  | { readonly traced: TracedVisual }
  /** Why there is none. */
  | { readonly valuesMissing: string };

/** It does what the script that is stored does: one that was compiled otherwise has none. */
export function tracedForm(
  { type, source, check }: Script,
  libraries: readonly ScriptLibrary[],
): TracedForm {
  if (type !== 'visual') {
    return { valuesMissing: 'Values are recorded of visual scripts, and this one is text.' };
  }
  const { model } = readVisualText(source, VISUAL_PALETTE);
  const palette = model === null ? VISUAL_PALETTE : paletteFor(model, libraries);
  const isSame = model !== null && compileVisual(model, palette).lua === check.lua;
  const traced = isSame ? traceVisual(model, palette) : null;
  if (traced !== null) return { traced };
  const since = 'by another version of the service, or for other commands of yours';
  return { valuesMissing: `The script was compiled ${since}: save it once more.` };
}
