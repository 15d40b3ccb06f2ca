import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { saysPine } from '#domain/script/says-pine.ts';
import { parsePine } from '#pine/syntax/parse-pine.ts';
import {
  INDICATOR_SOURCE,
  PINE_SOURCES,
  STRATEGY_SOURCE,
} from '#pine/syntax/pine-sources.fixture.ts';
import type { Expression, Statement } from '#pine/syntax/pine-tree.ts';

const HEAD = '//@version=6\n';

function statementsOf(text: string): readonly Statement[] {
  const { statements, diagnostics } = parsePine(HEAD + text);
  assert.deepEqual(diagnostics, []);
  return statements;
}

/** An expression as text with all of its brackets. */
function shown(expression: Expression): string {
  switch (expression.kind) {
    case 'integer':
    case 'float':
    case 'boolean':
    case 'text':
    case 'color':
      return String(expression.value);
    case 'name':
      return expression.name;
    case 'member':
      return `${shown(expression.object)}.${expression.name}`;
    case 'history':
      return `${shown(expression.value)}[${shown(expression.offset)}]`;
    case 'unary':
      return `(${expression.operator} ${shown(expression.operand)})`;
    case 'binary':
      return `(${shown(expression.left)} ${expression.operator} ${shown(expression.right)})`;
    case 'ternary':
      return `(${[expression.condition, expression.yes, expression.no].map(shown).join(' ? ')})`;
    case 'tuple':
      return `[${expression.items.map(shown).join(', ')}]`;
    case 'call':
      return `${shown(expression.callee)}(${expression.arguments
        .map(({ name, value }) => (name === null ? '' : `${name}=`) + shown(value))
        .join(', ')})`;
    case 'if':
    case 'switch':
    case 'for':
    case 'forIn':
    case 'while':
    case 'once':
      return expression.kind;
  }
}

suite('Sources of each form', () => {
  for (const [index, source] of PINE_SOURCES.entries()) {
    test(`source ${index + 1} is read without a complaint`, () => {
      assert.deepEqual(parsePine(source).diagnostics, []);
    });
  }

  test('the statements of a strategy are those that were written', () => {
    const { statements, version } = parsePine(STRATEGY_SOURCE);
    assert.equal(version, 6);
    const kinds = statements.map((each) =>
      each.kind === 'expression' ? each.value.kind : each.kind,
    );
    const expected =
      'call import import variable variable variable variable variable variable variable ' +
      'variable tupleVariables function function function type enum function variable variable ' +
      'if forIn forIn while variable variable assignment assignment variable variable variable ' +
      'call tupleVariables tuple';
    assert.equal(kinds.join(' '), expected);
  });

  test('an older version is stated by its source', () => {
    assert.equal(parsePine(INDICATOR_SOURCE).version, 5);
    assert.equal(saysPine(INDICATOR_SOURCE), true);
    assert.equal(saysPine('// Mine\n\n// @version = 5\n'), true);
    assert.equal(saysPine("Log('x')\n--[[\n//@version=5\n]]"), false);
  });
});

suite('Precedence', () => {
  const ROWS: readonly (readonly [string, string])[] = [
    ['1 + 2 * 3', '(1 + (2 * 3))'],
    ['1 - 2 - 3', '((1 - 2) - 3)'],
    ['a or b and c', '(a or (b and c))'],
    ['not a == b', '((not a) == b)'],
    ['-a[1] * 2', '((- a[1]) * 2)'],
    ['a == b > c', '(a == (b > c))'],
    ['a ? b : c ? d : e', '(a ? b ? (c ? d ? e))'],
    ['a < b and c > d', '((a < b) and (c > d))'],
    ['a.b.c(1, x = 2)[3]', 'a.b.c(1, x=2)[3]'],
    ['array.new<float>(1)', 'array.new(1)'],
    ['a < b', '(a < b)'],
    ['f(a < b, c > (d))', 'f((a < b), (c > d))'],
    ['10 % 3 / 2', '((10 % 3) / 2)'],
  ];
  for (const [source, expected] of ROWS) {
    test(source, () => {
      const [statement] = statementsOf(`${source}\n`);
      assert(statement?.kind === 'expression');
      assert.equal(shown(statement.value), expected);
    });
  }
});

suite('Lines', () => {
  test('an indentation that is no multiple of four continues a line', () => {
    assert.equal(statementsOf('a = 1\n  + 2\nb = 3\n').length, 2);
  });

  test('lines within brackets have any indentation', () => {
    assert.equal(statementsOf('a = f(\n    1,\n2\n)\n').length, 1);
  });

  test('a comma separates statements', () => {
    assert.equal(statementsOf('a = 1, b = 2, c = a + b').length, 3);
  });

  test('a tab is a level, and so are the line ends of all systems', () => {
    const [statement] = statementsOf('if a\r\n\tb := 1\r\n\tc := 2\r\n');
    assert(statement?.kind === 'expression' && statement.value.kind === 'if');
    assert.equal(statement.value.branches[0]?.block.statements.length, 2);
  });

  test('else belongs to the if of its indentation', () => {
    const [statement] = statementsOf('if a\n    if b\n        1\nelse\n    2\n');
    assert(statement?.kind === 'expression' && statement.value.kind === 'if');
    assert.equal(statement.value.otherwise?.statements.length, 1);
  });
});

suite('Mistakes', () => {
  const ROWS: readonly (readonly [string, string])[] = [
    ['a = (1 + 2', "2:5 this '(' is never closed; ')' expected"],
    ['a = 1)', "2:6 this ')' closes nothing"],
    ['a = "text', '2:5 this text is never closed; end it with " in its line'],
    ['if a && b\n    1', "2:6 unknown '&&'; write 'and'"],
    [
      'a := b = 1',
      "2:8 the end of the line expected, found '='; to compare, write '=='; to change a variable, write ':='",
    ],
    ['if a = 1\n    2', "2:6 the end of the line expected, found '='; to compare, write '=='"],
    [
      'if a\nb := 1',
      "3:1 an indented block expected; the block of 'if' is on lines of its own, indented by four more spaces",
    ],
    [
      'a = 1\n    b = 2',
      '3:5 an indented line, but nothing above it opens a block; a line that continues another must not be indented by a multiple of four',
    ],
    [
      'if a\n  b := 1',
      "3:3 the end of the line expected, found 'b'; line 3 continues the line above, because it is indented by 2 columns; a block is indented by a multiple of four",
    ],
    [
      'else\n    1',
      "2:1 a statement expected, found 'else'; no 'if' of this indentation stands above",
    ],
    ['a = #12', "2:5 a color has six or eight hexadecimal digits: '#FF0000' or '#FF000080'"],
    ['for i = 0\n    1', "2:10 'to' expected, found the end of the line"],
    ['var x', "2:6 '=' expected, found the end of the line; a 'var' variable has an initial value"],
    ['close[1] := 2', '2:6 a past value cannot be assigned to'],
    ['f(a = 1, 2)', '2:10 an argument without a name stands behind one with a name'],
    [
      'import a/b',
      "2:11 '/' expected, found the end of the line; write 'import owner/library/1 as alias'",
    ],
    ['a = 1 +', '2:8 a value expected, found the end of the line; the line ends too early'],
    ['x = a b', "2:7 the end of the line expected, found 'b'"],
    ['{', "2:1 unknown '{'; a block is indented by four spaces"],
    ['a ? b', "2:6 ':' expected, found the end of the line; 'a ? b : c' has both a '?' and a ':'"],
  ];
  for (const [source, expected] of ROWS) {
    test(source, () => {
      const [first] = parsePine(`${HEAD}${source}\n`).diagnostics;
      assert(first !== undefined);
      assert.equal(`${first.line}:${first.column} ${first.message}`, expected);
    });
  }

  test('a statement that cannot be read costs itself', () => {
    const source = 'a = (1 2)\nif b\n    c = = 1\n    d = 2\ne = 3 3\n';
    const { diagnostics, statements } = parsePine(HEAD + source);
    assert.deepEqual(
      diagnostics.map(({ line }) => line),
      [2, 4, 6],
    );
    assert.equal(statements.length, 1);
  });

  test('a version that is missing or too old is said', () => {
    assert.match(parsePine('a = 1').diagnostics[0]?.message ?? '', /begin the script with/);
    const old = parsePine('//@version=1\nstudy("x")').diagnostics[0];
    assert.match(old?.message ?? '', /convert the script to one of 2 to 6/);
  });
});

suite('Limits', () => {
  const ROWS: readonly (readonly [string, string])[] = [
    ['brackets', `a = ${'('.repeat(50_000)}`],
    ['closed brackets', `a = ${'('.repeat(5_000)}1${')'.repeat(5_000)}`],
    ['signs', `a = ${'-'.repeat(50_000)}1`],
    ['sums', `a = 1${' + 1'.repeat(50_000)}`],
    ['ternaries', `a = ${'b ? '.repeat(20_000)}1`],
    ['members', `a = b${'.c'.repeat(50_000)}`],
    ['types', `${'a<'.repeat(20_000)} b = 1`],
    ['comparisons', `a = ${'b<'.repeat(20_000)}1`],
    ['calls', `a = ${'f('.repeat(20_000)}`],
    ['blocks', Array.from({ length: 300 }, (_, n) => `${' '.repeat(4 * n)}if a`).join('\n')],
    ['functions', 'f(x) => '.repeat(20_000)],
    ['mistakes', ') '.repeat(50_000)],
  ];
  for (const [name, source] of ROWS) {
    test(`${name} without end are refused`, () => {
      const { diagnostics } = parsePine(`${HEAD}${source}\n`);
      assert(diagnostics.length > 0);
      assert(diagnostics.length <= 50);
    });
  }
});
