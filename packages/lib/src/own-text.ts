// Texts that are retained. A short part of a long text is, in V8, a view of the whole, which stays
// in memory as long as the part does: who keeps some characters of each of many long texts keeps
// all.

/** Shorter parts are copies already. */
const VIEW_CHARACTERS_MIN = 13;

/** The same text, which holds no other in memory. Takes as long as the text is. */
export function ownText(text: string): string {
  // A sum is written out before a part is taken of it, and the part holds no more than the sum.
  return text.length < VIEW_CHARACTERS_MIN ? text : `${text} `.slice(0, -1);
}
