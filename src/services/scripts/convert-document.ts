// The document of a visual script as Lua or as another document, without storing anything; and the
// kinds of blocks that there are beside the commands of some scripts.

import { customBlockKinds, paletteFor } from '#commands/visual/custom-block-kinds.ts';
import { BLOCK_KINDS, VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import type { BlockKind } from '#domain/visual/block-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { foreignText } from '#domain/visual/foreign-text.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { VisualProblem } from '#domain/visual/visual-model.ts';
import { listedProblems } from '#domain/visual/visual-model.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ScriptLibrary } from '#ports/work/script-checker.ts';

export const DOCUMENT_FORMS = ['lua', 'tidemill', 'haasscript'] as const;
export type DocumentForm = (typeof DOCUMENT_FORMS)[number];

export type UnusableDocument = {
  readonly code: 'unreadable' | 'uncompiled';
  /** Errors, one at least. */
  readonly errors: readonly VisualProblem[];
};

function unusable(
  code: UnusableDocument['code'],
  problems: readonly VisualProblem[],
): UnusableDocument {
  return { code, errors: listedProblems(problems).filter(({ severity }) => severity === 'error') };
}

/**
 * Text of a document in another form; rejects what is unreadable, and for Lua what does not
 * compile.
 */
export function convertDocument(
  document: string,
  form: DocumentForm,
  libraries: readonly ScriptLibrary[],
): Result<string, UnusableDocument> {
  const { model, problems } = readVisualText(document, VISUAL_PALETTE);
  if (model === null) return rejected(unusable('unreadable', problems));
  switch (form) {
    case 'tidemill':
      return accepted(visualText(model));
    case 'haasscript':
      return accepted(foreignText(model, VISUAL_PALETTE));
    case 'lua': {
      const { lua, problems: found } = compileVisual(model, paletteFor(model, libraries));
      return lua === null ? rejected(unusable('uncompiled', found)) : accepted(lua);
    }
  }
}

/** The custom commands first. */
export function blockKindsWith(libraries: readonly ScriptLibrary[]): readonly BlockKind[] {
  return [...customBlockKinds(libraries), ...BLOCK_KINDS];
}
