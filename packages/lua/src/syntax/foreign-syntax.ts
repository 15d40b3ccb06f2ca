// Data: what people who know other languages write, and what it is in Lua.

export const FOREIGN_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['<>', "write '~=' for not equal"],
  ['===', "write '=='"],
  ['!==', "write '~='"],
  ['=>', "write '>=', or function(x) return … end"],
  ['=<', "write '<='"],
  ['&&', "write 'and'"],
  ['||', "write 'or'"],
  ['!', "write 'not'"],
  ['?', "write c and a or b, or an 'if'"],
  ['??', "write 'or'"],
  ['**', "write '^'"],
  [':=', "write '='"],
  ['->', 'write function(x) return … end'],
]);

const QUOTES = `a text stands in straight quotes, "…" or '…'`;

export const FOREIGN_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...[
    '\u201c',
    '\u201d',
    '\u2018',
    '\u2019',
    '\u201e',
    '\u201a',
    '\u00ab',
    '\u00bb',
    '`',
    '\u00b4',
  ].map((quote) => [quote, QUOTES] as const),
  ...['\u2013', '\u2014', '\u2212'].map((dash) => [dash, "write '-'"] as const),
  ['\u00d7', "write '*'"],
  ['\u00f7', "write '/'"],
  ['\u2264', "write '<='"],
  ['\u2265', "write '>='"],
  ['\u2260', "write '~='"],
  ['\uff1d', "write '='"],
  ['\uff08', "write '('"],
  ['\uff09', "write ')'"],
  ['\uff0c', "write ','"],
]);

const DECLARATION = 'write local x = …';
const FUNCTION = 'write function name(…) … end';
const CHAIN = 'write if … then … elseif … else … end';

/** Words that begin a statement elsewhere. */
export const FOREIGN_WORDS: ReadonlyMap<string, string> = new Map([
  ...['var', 'let', 'const', 'int', 'float', 'double', 'string', 'bool', 'auto'].map(
    (name) => [name, DECLARATION] as const,
  ),
  ...['def', 'func', 'fn', 'fun', 'void'].map((name) => [name, FUNCTION] as const),
  ...['elif', 'elsif', 'elseIf'].map((name) => [name, "write 'elseif'"] as const),
  ...['switch', 'case', 'match'].map((name) => [name, CHAIN] as const),
  ['continue', 'Lua has no continue: write goto continue, and ::continue:: in front of the end'],
  ['foreach', 'write for i, v in ipairs(t) do … end'],
  ['try', 'write pcall(function() … end)'],
  ['catch', 'write pcall(function() … end)'],
  ['throw', 'write error(…)'],
  ['raise', 'write error(…)'],
  ['import', 'other scripts are called as CC_ commands'],
  ['class', 'Lua has no classes: write a table with functions'],
  ['unless', 'write if not … then … end'],
]);

/** How the block of a construct is written, by the word that begins it. */
export const BLOCK_KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['if', 'if … then'],
  ['elseif', 'elseif … then'],
  ['elif', 'elseif … then'],
  ['else', 'else'],
  ['while', 'while … do'],
  ['for', 'for … do'],
  ['function', 'function name(…)'],
  ['def', 'function name(…)'],
]);

/** Names of values in other languages. */
export const FOREIGN_VALUES: ReadonlyMap<string, string> = new Map([
  ...['null', 'NULL', 'Null', 'None', 'undefined', 'nill', 'na'].map(
    (name) => [name, 'nil'] as const,
  ),
  ['len', '#'],
]);
