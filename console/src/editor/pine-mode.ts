// Pine Script's words and marks, for colours.

import type { StreamParser } from '@codemirror/language';

export const PINE_KEYWORDS: readonly string[] = (
  'and or not if else for to by in while switch break continue var varip once true false na ' +
  'import export as method type enum const simple series int float bool string color array ' +
  'matrix map line label box table'
).split(' ');

const KEYWORDS: ReadonlySet<string> = new Set(PINE_KEYWORDS);

/** The quotes of a text that goes on in the next line. */
type State = { quotes: string | null };

export const PINE_MODE: StreamParser<State> = {
  name: 'pine',
  startState: () => ({ quotes: null }),
  copyState: ({ quotes }) => ({ quotes }),
  token(stream, state) {
    if (state.quotes !== null) {
      if (stream.skipTo(state.quotes)) {
        stream.match(state.quotes);
        state.quotes = null;
      } else stream.skipToEnd();
      return 'string';
    }
    if (stream.eatSpace()) return null;
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match('"""') || stream.match("'''")) {
      state.quotes = stream.current();
      return 'string';
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string';
    if (stream.match(/^#[\dA-Fa-f]{6}(?:[\dA-Fa-f]{2})?\b/)) return 'atom';
    if (stream.match(/^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/)) return 'number';
    const name = stream.match(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/);
    if (name !== null && name !== true && name !== false)
      return KEYWORDS.has(stream.current()) ? 'keyword' : 'variable';
    stream.next();
    return null;
  },
  languageData: {
    commentTokens: { line: '//' },
    closeBrackets: { brackets: ['(', '[', '"', "'"] },
    indentOnInput: /^\s*else/,
  },
};
