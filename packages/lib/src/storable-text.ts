// Text as databases keep it. Scripts and exchanges may return any characters; PostgreSQL stores
// neither NUL nor lone surrogates, and refuses the whole statement for one of them.

const REPLACEMENT = '\uFFFD';

/** The text with U+FFFD for each NUL and each lone surrogate; the same string if it has none. */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', REPLACEMENT) : wellFormed;
}
