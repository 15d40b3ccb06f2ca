// Data: what library functions are charged beside the step of their call, in steps. A function
// without an entry fails a test.

export type LibraryCost = { readonly beside: string; readonly names: readonly string[] };

export const LIBRARY_COSTS: readonly LibraryCost[] = [
  {
    beside: 'a number read from each character of a text longer than 16',
    names: [
      'tonumber',
      'math.abs',
      'math.acos',
      'math.asin',
      'math.atan',
      'math.atan2',
      'math.ceil',
      'math.cos',
      'math.cosh',
      'math.deg',
      'math.exp',
      'math.floor',
      'math.fmod',
      'math.frexp',
      'math.ldexp',
      'math.log',
      'math.log10',
      'math.max',
      'math.min',
      'math.modf',
      'math.pow',
      'math.rad',
      'math.random',
      'math.randomseed',
      'math.sin',
      'math.sinh',
      'math.sqrt',
      'math.tan',
      'math.tanh',
      'math.tointeger',
    ],
  },
  {
    beside:
      '2 for each byte of the text, 10 for each place that gsub tries, 8 for each match of gmatch, 2 for each step of the matcher, a quarter for each character of a set',
    names: ['string.find', 'string.gmatch', 'string.gsub', 'string.match'],
  },
  {
    beside: '1 for each byte, and its bytes',
    names: ['string.lower', 'string.reverse', 'string.upper'],
  },
  {
    beside:
      '1/16 for each byte made, and its bytes; 32 for each value that is formatted, 2 for each byte of %q',
    names: ['string.format', 'string.rep'],
  },
  {
    beside: '1 for each value given or taken',
    names: ['string.byte', 'string.char', 'utf8.char', 'utf8.codepoint'],
  },
  {
    beside: '1 for each byte that is gone through',
    names: ['utf8.len', 'utf8.offset'],
  },
  {
    beside: '2 for each value, and its bytes',
    names: ['table.concat', 'table.pack', 'table.unpack', 'unpack'],
  },
  {
    beside: '1/8 for each value that is moved; 2 where nil is inserted',
    names: ['table.insert', 'table.remove'],
  },
  {
    beside: '2 for each value in each pass, and what each comparison takes',
    names: ['table.sort'],
  },
  {
    beside:
      '3 for each name, 20 for each cleared key that is passed over, and the number of keys where the order is looked up',
    names: ['next', 'pairs'],
  },
  {
    beside: '1/32 for each byte of texts of equal length',
    names: ['rawequal'],
  },
  {
    beside:
      '8, what is called, 2 for each value that is passed on; 1,000 for an error that is caught, 1 for each slot that it unwinds; 1/8 for each slot that is taken up again',
    names: ['pcall', 'xpcall', 'coroutine.resume', 'coroutine.wrap', 'coroutine.yield'],
  },
  {
    beside:
      'the step of the call; numbers as text 12 to 60, values that are passed on 2 each, long texts as keys 1/8 for each byte, 60 for a coroutine, 1,000 for an error with its place',
    names: [
      'assert',
      'error',
      'getmetatable',
      'ipairs',
      'rawget',
      'rawlen',
      'rawset',
      'select',
      'setmetatable',
      'tostring',
      'type',
      'bit32.arshift',
      'bit32.band',
      'bit32.bnot',
      'bit32.bor',
      'bit32.btest',
      'bit32.bxor',
      'bit32.extract',
      'bit32.lrotate',
      'bit32.lshift',
      'bit32.replace',
      'bit32.rrotate',
      'bit32.rshift',
      'coroutine.close',
      'coroutine.create',
      'coroutine.isyieldable',
      'coroutine.running',
      'coroutine.status',
      'string.len',
      'string.sub',
      'utf8.codes',
    ],
  },
];
