// Finds the call of a script that a place is in, and the argument.

export type Call = {
  readonly name: string;
  /** Where its name begins. */
  readonly from: number;
  /** Counted from 0. */
  readonly argument: number;
};

/** Further back nothing is looked at. */
const REACH = 4_000;

/** The innermost call around the end of the text; null: none. */
export function callAround(
  text: string,
  { comment, isDotted }: { readonly comment: string; readonly isDotted: boolean },
): Call | null {
  const start = Math.max(0, text.length - REACH);
  const open: { at: number; argument: number; isCall: boolean }[] = [];
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"' || letter === "'") {
      at = endOfString(text, at, letter);
      if (at < 0) return null;
    } else if (text.startsWith(comment, at)) {
      const end = text.indexOf('\n', at);
      if (end < 0) return null;
      at = end;
    } else if (letter === '(') open.push({ at, argument: 0, isCall: true });
    else if (letter === '{' || letter === '[') open.push({ at, argument: 0, isCall: false });
    else if (letter === ')' || letter === '}' || letter === ']') open.pop();
    else if (letter === ',') {
      const inner = open.at(-1);
      if (inner !== undefined) inner.argument += 1;
    }
  }
  const call = open.findLast(({ isCall }) => isCall);
  if (call === undefined) return null;
  const form = isDotted ? /[A-Za-z_][\w.]*$/ : /[A-Za-z_]\w*$/;
  const name = form.exec(text.slice(start, call.at))?.[0];
  if (name === undefined) return null;
  return { name, from: call.at - name.length, argument: call.argument };
}

/** The place of the closing quote; below zero: the string has no end here. */
function endOfString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
    else if (text[at] === '\n') return at;
  }
  return -1;
}
