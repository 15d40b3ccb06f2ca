// The pattern of what a user may call something, for the shapes and for messages about them.

/** Control characters, marks of direction, invisible letters, spaces, joiners and separators. */
const HIDDEN =
  String.raw`\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e` +
  String.raw`\u2060-\u206f\u2800\u3164\ufeff\ufff9-\ufffb`;

/** Symbols, their variation selector, and whatever is beyond the basic plane, as emoji are. */
const PICTURE = String.raw`[^\x00-\u218f\u2c00-\ufe0e\ufe10-\uffff]`;

/** Any text without them; between two pictures a joiner makes one of both. */
export const PRINTABLE = String.raw`^(?:${PICTURE}\u200d(?=${PICTURE})|[^${HIDDEN}])*$`;
