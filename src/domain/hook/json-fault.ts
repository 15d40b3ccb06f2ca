// The first place at which a text stops being JSON. Stricter than JSON.parse in one point: a name
// that an object has twice is a fault, as one reader would take the first and another the last.

export type JsonFault = {
  /** Index of the character; the length of the text where it ends too early. */
  readonly at: number;
  /** In words, without the place: 'expected a value, found "N"'. */
  readonly reason: string;
};

type Scan = { readonly text: string; at: number };

/** Far from what could exhaust a stack. */
const DEPTH_MAX = 32;
const BLANKS = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = ['true', 'false', 'null'] as const;
const ESCAPED = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/** Null: all of the text is one value of JSON. */
export function findJsonFault(text: string): JsonFault | null {
  const scan: Scan = { text, at: 0 };
  const reason = passValue(scan, 0) ?? passEnd(scan);
  return reason === null ? null : { at: scan.at, reason };
}

/** 'line 1, column 42' */
export function placeIn(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

function passEnd(scan: Scan): string | null {
  passBlanks(scan);
  return scan.at === scan.text.length ? null : unexpected(scan, 'the end');
}

/** Behind a value of its own blanks; a text where there is none: what is wrong at `at`. */
function passValue(scan: Scan, depth: number): string | null {
  passBlanks(scan);
  const { text, at } = scan;
  if (text[at] === '{') return passObject(scan, depth + 1);
  if (text[at] === '[') return passArray(scan, depth + 1);
  if (text[at] === '"') return passString(scan);
  const word = WORDS.find((each) => text.startsWith(each, at));
  const end = word === undefined ? endOf(NUMBER, text, at) : at + word.length;
  if (end === at) return unexpected(scan, 'a value');
  scan.at = end;
  return null;
}

function passObject(scan: Scan, depth: number): string | null {
  if (depth > DEPTH_MAX) return `nested deeper than ${DEPTH_MAX} levels`;
  const names = new Set<string>();
  return passMembers(scan, '}', () => {
    const from = scan.at;
    if (scan.text[from] !== '"') return unexpected(scan, 'a name in double quotes');
    const wrong = passString(scan);
    if (wrong !== null) return wrong;
    const name = String(JSON.parse(scan.text.slice(from, scan.at)));
    if (names.has(name)) {
      scan.at = from;
      return `the name ${shown(name)} stands in the object twice`;
    }
    names.add(name);
    passBlanks(scan);
    if (scan.text[scan.at] !== ':') return unexpected(scan, '":"');
    scan.at += 1;
    return passValue(scan, depth);
  });
}

function passArray(scan: Scan, depth: number): string | null {
  if (depth > DEPTH_MAX) return `nested deeper than ${DEPTH_MAX} levels`;
  return passMembers(scan, ']', () => passValue(scan, depth));
}

function passMembers(scan: Scan, end: string, passOne: () => string | null): string | null {
  scan.at += 1;
  passBlanks(scan);
  if (scan.text[scan.at] === end) {
    scan.at += 1;
    return null;
  }
  for (;;) {
    passBlanks(scan);
    const wrong = passOne();
    if (wrong !== null) return wrong;
    passBlanks(scan);
    const separator = scan.text[scan.at];
    if (separator !== end && separator !== ',') return unexpected(scan, `"," or "${end}"`);
    scan.at += 1;
    if (separator === end) return null;
  }
}

function passString(scan: Scan): string | null {
  const { text, at: from } = scan;
  for (let at = from + 1; at < text.length;) {
    scan.at = at;
    const character = text[at] ?? '';
    if (character < ' ') return unexpected(scan, 'a text without it');
    if (character === '"') {
      scan.at = at + 1;
      return faultOfString(scan, from);
    }
    const end = character === '\\' ? endOf(ESCAPED, text, at + 1) : at;
    if (character === '\\' && end === at + 1) return 'a "\\" before what cannot be escaped';
    at = character === '\\' ? end : at + 1;
  }
  scan.at = text.length;
  return unexpected(scan, 'the double quote that ends a text');
}

/** What neither a store nor a log can hold. */
function faultOfString(scan: Scan, from: number): string | null {
  const value = String(JSON.parse(scan.text.slice(from, scan.at)));
  if (!value.includes('\u0000') && value.isWellFormed()) return null;
  scan.at = from;
  return 'a text with a NUL character or half of a surrogate pair';
}

function passBlanks(scan: Scan): void {
  scan.at = endOf(BLANKS, scan.text, scan.at);
}

/** `at` where the pattern does not stand there. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

function unexpected({ text, at }: Scan, expected: string): string {
  const code = text.codePointAt(at);
  const found = code === undefined ? 'the end of the text' : shown(String.fromCodePoint(code));
  return `expected ${expected}, found ${found}`;
}

const LINE_BREAKS: Readonly<Record<string, string>> = {
  '\n': 'a line break',
  '\r': 'a line break',
};

function shown(found: string): string {
  return LINE_BREAKS[found] ?? JSON.stringify(found.slice(0, 40));
}
