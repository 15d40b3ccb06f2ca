// Bad documents of visual scripts: those that cannot be read, with what a refusal says, and those
// that can, with the places of their errors.

type Block = {
  readonly id: string;
  readonly command: string;
  readonly inputs?: object;
  readonly gate?: readonly string[];
  readonly title?: string;
};

const wire = (...wires: readonly string[]) => ({ wires });

function own(...blocks: readonly Block[]): string {
  return JSON.stringify({ format: 'tidemill-visual', version: 1, blocks });
}

const CLOSE: Block = { id: 'close', command: 'ClosePrices' };
const ODD = { ...CLOSE, colour: 1 };
export const FINE = own(CLOSE, { id: 'log', command: 'Log', inputs: { message: wire('close') } });

const many = (count: number): readonly Block[] =>
  Array.from({ length: count }, (_, at) => ({ id: `b${at}`, command: 'DoLong' }));

/** Those that cannot be read, with what the refusal says. */
export const UNREADABLE: readonly (readonly [name: string, document: string, detail: RegExp])[] = [
  ['no JSON', 'DoLong()', /no JSON/],
  ['JSON of something else', '[1, 2]', /block|expected/i],
  ['a field that nothing reads', own(ODD), /no field "colour"/],
  ['two blocks of one id', own(CLOSE, CLOSE), /two blocks have the id "close"/],
  ['5,000 blocks', own(...many(5_000)), /at most 1000 blocks/],
];

type Place = readonly [block: string | null, port: string | null];

/** Those that can be read, with the places of their errors. */
export const INVALID: readonly (readonly [
  name: string,
  document: string,
  places: readonly Place[],
])[] = [
  [
    'a wire from a block that is not there',
    own(
      { id: 'rsi', command: 'RSI', inputs: { prices: wire('gone'), period: 14 } },
      {
        id: 'log',
        command: 'Log',
        inputs: { message: wire('rsi') },
      },
    ),
    [['rsi', 'prices']],
  ],
  [
    'a wire from a port that is not there',
    own(CLOSE, { id: 'log', command: 'Log', inputs: { message: wire('close:middle') } }),
    [['log', 'message']],
  ],
  [
    'an input that is not there',
    own({ id: 'buy', command: 'DoLong', inputs: { colour: 1 } }),
    [['buy', 'colour']],
  ],
  [
    'a circle of wires',
    own(
      { id: 'one', command: 'Abs', inputs: { input: wire('two') } },
      { id: 'two', command: 'Abs', inputs: { input: wire('one') } },
      { id: 'log', command: 'Log', inputs: { message: wire('two') } },
    ),
    [
      ['one', 'input'],
      ['two', 'input'],
    ],
  ],
  [
    'a circle of names',
    own(
      { id: 'one', command: 'SessionSet', inputs: { key: 'a', value: { name: 'b' } } },
      { id: 'two', command: 'SessionSet', inputs: { key: 'b', value: { name: 'a' } } },
    ),
    [
      ['one', 'value'],
      ['two', 'value'],
    ],
  ],
  [
    'an unknown command',
    own(CLOSE, { id: 'odd', command: 'Wizardry', inputs: { prices: wire('close') } }),
    [['odd', null]],
  ],
  ['a missing input', own({ id: 'log', command: 'Log' }), [['log', 'message']]],
  [
    'a list where a condition belongs',
    own(CLOSE, { id: 'buy', command: 'DoLong', gate: ['close'] }),
    [['buy', null]],
  ],
];

/** All of them by their names, with one that is too long. */
export const BAD_DOCUMENTS: Readonly<Record<string, string>> = Object.fromEntries([
  ...UNREADABLE.map(([name, document]) => [name, document]),
  ['10 MB', own({ ...CLOSE, title: 'x'.repeat(10_000_000) })],
  ...INVALID.map(([name, document]) => [name, document]),
]);
