// Strategies that guides of other builders without code describe, put together as rules: each is
// said in sentences, nothing of it is left to the graph, and it compiles. And the words of the
// palette: each block and port has its help, each sentence names ports that there are.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BLOCK_KINDS, VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import {
  addCondition,
  addFilter,
  addProtection,
  addRule,
  replaceOperand,
} from '#domain/visual-rules/edit-rules.ts';
import type { BlockSpec } from '#domain/visual-rules/new-block.ts';
import { EMPTY_MODEL } from '#domain/visual-rules/new-block.ts';
import { phraseText } from '#domain/visual-rules/phrase.ts';
import { readRules } from '#domain/visual-rules/read-rules.ts';
import { FAMILIES, SENTENCES } from '#domain/visual/words/sentences.ts';
import {
  above,
  average,
  band,
  below,
  closes,
  crossesAbove,
  crossesBelow,
  moneyFlow,
  ofRange,
  percentRise,
  rise,
  rsi,
  stochasticRsi,
  target,
} from '#domain/visual-rules/starters.ts';

/** The same on candles of another length. */
function on(minutes: number, spec: BlockSpec): BlockSpec {
  const inputs = Object.fromEntries(
    Object.entries(spec.inputs ?? {}).map(([name, given]) => {
      if (name === 'interval') return [name, minutes];
      return [name, typeof given === 'object' ? on(minutes, given as BlockSpec) : given];
    }),
  );
  return { ...spec, inputs };
}

const sma = (period: number): BlockSpec => average(period, 'SMA');
const stopAt = (percentage: number): BlockSpec => {
  return { command: 'StopLoss', inputs: { percentage } };
};
const gain = (percentage: number): BlockSpec => {
  return { command: 'TakeProfit', inputs: { percentage } };
};
/** The lower band and a fifth of the width of the bands. */
const lowZone: BlockSpec = {
  command: 'Add',
  inputs: {
    input1: band('lower'),
    input2: {
      command: 'Mul',
      inputs: {
        input1: { command: 'Sub', inputs: { input1: band('upper'), input2: band('lower') } },
        input2: 0.2,
      },
    },
  },
};

type Guide = {
  readonly title: string;
  readonly rules: readonly {
    readonly action: string;
    readonly when: readonly BlockSpec[];
    readonly filters?: readonly BlockSpec[];
  }[];
  readonly protections?: readonly BlockSpec[];
};

const GUIDES: readonly Guide[] = [
  {
    title: 'catching the bottom: RSI low and falling, averages cross',
    rules: [
      {
        action: 'DoLong',
        when: [below(rsi(), 40), below(rise(rsi()), -3), crossesBelow(sma(50), sma(100))],
      },
      { action: 'DoExitPosition', when: [above(rsi(), 65), crossesAbove(sma(9), sma(50))] },
    ],
  },
  {
    title: 'RSI scalper over three lengths of candles',
    rules: [
      {
        action: 'DoLong',
        when: [
          on(15, below(rsi(), 50)),
          on(5, above(rise(rsi()), 5)),
          above(sma(100), sma(200)),
          on(240, above(closes(), sma(200))),
        ],
      },
    ],
    protections: [stopAt(2), target(3)],
  },
  {
    title: 'the same scalper for falling prices',
    rules: [
      {
        action: 'DoShort',
        when: [
          on(5, above(rsi(), 50)),
          on(5, below(rise(rsi()), -9)),
          below(sma(100), sma(200)),
          on(240, below(closes(), sma(200))),
        ],
      },
    ],
    protections: [stopAt(2), target(3)],
  },
  {
    title: 'crossing averages with a rising RSI',
    rules: [
      {
        action: 'DoLong',
        when: [above(rise(rsi()), 5), below(rsi(), 70), crossesAbove(sma(9), sma(50))],
      },
      { action: 'DoExitPosition', when: [crossesAbove(sma(50), sma(9))] },
    ],
  },
  {
    title: 'RSI of days, timed by an average of hours',
    rules: [
      { action: 'DoLong', when: [on(1_440, below(rsi(), 30)), crossesAbove(closes(), sma(100))] },
      { action: 'DoShort', when: [on(1_440, above(rsi(), 70)), crossesBelow(closes(), sma(100))] },
    ],
  },
  {
    title: 'RSI 7 opens and closes, with a least profit',
    rules: [
      { action: 'DoLong', when: [below(rsi(7), 30)] },
      { action: 'DoExitPosition', when: [above(rsi(7), 70), gain(1)] },
    ],
  },
  {
    title: 'money flow crosses up, with a pause between trades',
    rules: [
      {
        action: 'DoLong',
        when: [crossesAbove(moneyFlow(), 20)],
        filters: [{ command: 'WaitAfterTrade', inputs: { timeout: 60 } }],
      },
    ],
    protections: [{ command: 'TrailingStopLoss', inputs: { percentage: 2 } }, target(4)],
  },
  {
    title: 'stochastic RSI in a strong trend of days',
    rules: [
      {
        action: 'DoLong',
        when: [
          on(1_440, above(stochasticRsi('fastK'), 50)),
          on(1_440, above(ofRange('ADX', 14), 25)),
        ],
      },
      { action: 'DoExitPosition', when: [on(1_440, below(stochasticRsi('fastK'), 20))] },
    ],
  },
  {
    title: 'a price in the lowest fifth of its bands',
    rules: [
      { action: 'DoLong', when: [below(closes(), lowZone)] },
      { action: 'DoExitPosition', when: [above(closes(), band('upper'))] },
    ],
    protections: [stopAt(4)],
  },
  {
    title: 'a rise in one candle is followed, and left where it ends',
    rules: [
      { action: 'DoLong', when: [above(percentRise(), 2)] },
      { action: 'DoExitPosition', when: [below(percentRise(), 0)] },
    ],
    protections: [stopAt(3)],
  },
];

type AddedRule = ReturnType<typeof readRules>['rules'][number];

/** As one does it on the page: a rule, its conditions, its filters. */
function withRule(model: VisualModel, { action, when, filters = [] }: Guide['rules'][number]) {
  let edited = addRule(model, { action: { command: action } }, VISUAL_PALETTE);
  const at = readRules(edited, VISUAL_PALETTE).rules.length - 1;
  const added = (): AddedRule => {
    const rule = readRules(edited, VISUAL_PALETTE).rules[at];
    assert.ok(rule !== undefined);
    return rule;
  };
  for (const spec of when) edited = addCondition(edited, added(), spec, VISUAL_PALETTE);
  for (const spec of filters) edited = addFilter(edited, added(), spec, VISUAL_PALETTE);
  return edited;
}

suite('a strategy of a guide is said by rules', () => {
  for (const { title, rules, protections = [] } of GUIDES) {
    test(title, () => {
      let model = EMPTY_MODEL;
      for (const spec of protections) model = addProtection(model, spec, VISUAL_PALETTE);
      for (const rule of rules) model = withRule(model, rule);
      const { lua, problems } = compileVisual(model, VISUAL_PALETTE);
      assert.deepEqual(problems, []);
      assert.ok(lua !== null);
      const read = readRules(model, VISUAL_PALETTE);
      assert.deepEqual([read.others, read.unused], [[], []]);
      assert.equal(read.rules.length, rules.length);
      for (const [at, { when, filters }] of read.rules.entries()) {
        const members = [...(when?.members ?? []), ...filters];
        const wanted = rules[at];
        assert.equal(members.length, (wanted?.when.length ?? 0) + (wanted?.filters?.length ?? 0));
        for (const { phrase } of members) assert.doesNotMatch(phraseText(phrase), /…|\b\w+:/);
      }
    });
  }
});

/** The first condition of a rule, with something else put in a place of its sentence. */
function exchanging(spec: BlockSpec) {
  let model = addRule(EMPTY_MODEL, { action: { command: 'DoLong' } }, VISUAL_PALETTE);
  const [rule] = readRules(model, VISUAL_PALETTE).rules;
  assert.ok(rule !== undefined);
  model = addCondition(model, rule, spec, VISUAL_PALETTE);
  const words = (): string => {
    const phrase = readRules(model, VISUAL_PALETTE).rules[0]?.when?.members[0]?.phrase;
    return phrase === undefined ? '' : phraseText(phrase);
  };
  const put = (command: string, port: string, by: BlockSpec): void => {
    const block = model.blocks.findLast((of) => of.command === command)?.id ?? '';
    model = replaceOperand(model, { block, port, index: 0 }, by, VISUAL_PALETTE);
  };
  return { words, put, blocks: () => model.blocks.length };
}

suite('a block that reckons, put in the place of a value', () => {
  test('takes what stood there as its first value', () => {
    const { words, put } = exchanging(below(rsi(), 30));
    put('IsSmallerThan', 'input1', { command: 'Mul' });
    assert.match(words(), /^RSI of 14 on 1 hour closes times 1 is below 30$/);
    put('IsSmallerThan', 'input2', { command: 'Add' });
    assert.match(words(), /is below 30 plus 0$/);
  });

  test('so that a lowest fifth is said from left to right', () => {
    const { words, put, blocks } = exchanging(below(closes(), band('lower')));
    put('IsSmallerThan', 'input2', { command: 'Add' });
    put('Add', 'input2', band('upper'));
    put('Add', 'input2', { command: 'Sub' });
    put('Sub', 'input2', band('lower'));
    put('Add', 'input2', { command: 'Mul' });
    const expected = exchanging(below(closes(), { ...lowZone }));
    assert.equal(words(), expected.words().replace(/0\.2$/, '1'));
    assert.equal(blocks(), expected.blocks());
  });

  test('and an indicator there is about the candles of the rest of the sentence', () => {
    const { words, put } = exchanging(on(240, above(closes(), average(20))));
    put('IsBiggerThan', 'input2', { command: 'BBANDS', part: 'upper' });
    assert.match(words(), /^4 hours closes is above upper Bollinger band .* on 4 hours closes$/);
  });

  test('and none where it says its own values, or is no reckoning', () => {
    const { words, put } = exchanging(below(rsi(), 30));
    put('IsSmallerThan', 'input1', { command: 'Add', inputs: { input1: closes(), input2: 5 } });
    assert.match(words(), /^1 hour closes plus 5 is below 30$/);
    put('IsSmallerThan', 'input1', average(9, 'SMA'));
    assert.match(words(), /^simple average of 9 .*closes is below 30$/);
  });
});

/** Of an action, in the Lua that a model becomes. */
function turnOf(model: VisualModel, action: string): number {
  const { lua } = compileVisual(model, VISUAL_PALETTE);
  const at = lua?.indexOf(`${action}(`) ?? -1;
  assert.ok(at >= 0, action);
  return at;
}

test('rules run in the order in which they stand, whichever is changed last', () => {
  let model = withRule(EMPTY_MODEL, { action: 'DoLong', when: [below(rsi(), 30)] });
  model = withRule(model, { action: 'DoExitPosition', when: [above(rsi(), 70)] });
  const first = (): AddedRule => {
    const [rule] = readRules(model, VISUAL_PALETTE).rules;
    assert.ok(rule !== undefined);
    return rule;
  };
  const edits = [
    () => addCondition(model, first(), above(closes(), sma(50)), VISUAL_PALETTE),
    () => addFilter(model, first(), { command: 'WaitAfterTrade' }, VISUAL_PALETTE),
  ];
  for (const edit of edits) {
    model = edit();
    assert.ok(turnOf(model, 'DoLong') < turnOf(model, 'DoExitPosition'));
  }
  const low = model.blocks.find(({ command }) => command === 'IsSmallerThan')?.id ?? '';
  const place = { block: low, port: 'input2', index: 0 };
  model = replaceOperand(model, place, average(20), VISUAL_PALETTE);
  assert.ok(turnOf(model, 'DoLong') < turnOf(model, 'DoExitPosition'));
});

suite('words of the palette', () => {
  test('each block says what it means, and so does each of its inputs', () => {
    const silent = BLOCK_KINDS.flatMap(({ command, meaning, inputs }) => [
      ...(meaning.trim() === '' ? [command] : []),
      ...inputs.flatMap((port) => (port.meaning.trim() === '' ? [`${command} ${port.name}`] : [])),
    ]);
    assert.deepEqual(silent, []);
  });

  test('each sentence names the ports that there are, and all that have to be given', () => {
    for (const [command, sentence] of Object.entries(SENTENCES)) {
      const kind = VISUAL_PALETTE.get(command);
      assert.equal(kind?.command, command, 'a sentence of a command by its other name');
      const named = [...sentence.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
      const ports = kind.inputs.map(({ name }) => name);
      assert.deepEqual(
        named.filter((name) => !ports.includes(name ?? '')),
        [],
        command,
      );
      const needed = kind.inputs.filter(({ isRequired }) => isRequired).map(({ name }) => name);
      assert.deepEqual(
        needed.filter((name) => !named.includes(name)),
        [],
        command,
      );
    }
  });

  test('families are those of their commands', () => {
    for (const [command, ports] of FAMILIES.flatMap((family) => Object.entries(family))) {
      const names = VISUAL_PALETTE.get(command)?.inputs.map(({ name }) => name) ?? [];
      for (const port of ports) assert.ok(names.includes(port), `${command} ${port}`);
    }
  });
});
