// A document's text as a model: our canonical form, or a document of HaasScript.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { foundText, isJsonObject } from '#domain/visual/document-value.ts';
import { OWN_FORMAT } from '#domain/visual/own-form.ts';
import { readForeignForm } from '#domain/visual/read-foreign-form.ts';
import { readOwnForm } from '#domain/visual/read-own-form.ts';
import type { VisualReading } from '#domain/visual/visual-model.ts';
import { VISUAL_DOCUMENT_MAX, errorAt } from '#domain/visual/visual-model.ts';

function unread(message: string): VisualReading {
  return { model: null, problems: [errorAt(null, null, message)] };
}

/** Never throws; the time that it takes is bounded by the length of the text. */
export function readVisualText(text: string, palette: BlockPalette): VisualReading {
  if (text.length > VISUAL_DOCUMENT_MAX) {
    return unread(`a document has at most ${VISUAL_DOCUMENT_MAX} characters`);
  }
  let form: unknown;
  try {
    form = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.slice(0, 200) : '';
    return unread(`the document is no JSON: ${reason}`);
  }
  if (Array.isArray(form)) return readForeignForm(form, palette);
  if (isJsonObject(form) && form['format'] === OWN_FORMAT) return readOwnForm(form);
  const expected = `{"format": "${OWN_FORMAT}", …} or a list of blocks`;
  return unread(`expected ${expected}, found ${foundText(form)}`);
}

/** Whether a text is a document rather than Lua, in which no statement begins with a bracket. */
export function isVisualText(text: string): boolean {
  return /^[\uFEFF\s]*[[{]/.test(text);
}
