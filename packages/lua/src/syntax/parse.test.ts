import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesFromText } from '#lua/syntax/byte-string.ts';
import { parse } from '#lua/syntax/parse.ts';
import type { Expression } from '#lua/syntax/tree.ts';

function messages(source: string): string[] {
  return parse(bytesFromText(source)).diagnostics.map(
    (found) => `${found.line}:${found.column}: ${found.message}`,
  );
}

/** The right side of `x = <text>`, written with all its parentheses. */
function shape(text: string): string {
  const { chunk, diagnostics } = parse(`x = ${text}`);
  assert.deepEqual(diagnostics, []);
  const statement = chunk.block.statements[0];
  assert(statement?.kind === 'assign');
  return statement.values.map(show).join(', ');
}

function show(expression: Expression): string {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'number':
      return String(expression.value);
    case 'string':
      return JSON.stringify(expression.bytes);
    case 'binary':
    case 'logical':
      return `(${show(expression.left)} ${expression.operator} ${show(expression.right)})`;
    case 'unary':
      return `(${expression.operator} ${show(expression.operand)})`;
    case 'index':
      return `${show(expression.object)}[${show(expression.key)}]`;
    case 'call':
      return `${show(expression.callee)}(${expression.args.map(show).join(', ')})`;
    case 'method':
      return `${show(expression.object)}:${expression.name}(${expression.args.map(show).join(', ')})`;
    case 'parenthesized':
      return `<${show(expression.inner)}>`;
    case 'nil':
    case 'true':
    case 'false':
    case 'varargs':
    case 'function':
    case 'table':
      return expression.kind;
  }
}

test('operators bind as in Lua', () => {
  const cases = [
    ['a or b and c', '(a or (b and c))'],
    ['a < b == c', '((a < b) == c)'],
    ['a .. b .. c', '(a .. (b .. c))'],
    ['a + b .. c', '((a + b) .. c)'],
    ['-a ^ b ^ c', '(- (a ^ (b ^ c)))'],
    ['2 ^ -a', '(2 ^ (- a))'],
    ['not a == b', '((not a) == b)'],
    ['a - b - c', '((a - b) - c)'],
    ['a | b ~ c & d << e', '(a | (b ~ (c & (d << e))))'],
    ['a // b * c % d', '(((a // b) * c) % d)'],
    ['~a + #b', '((~ a) + (# b))'],
    ['a != b', '(a ~= b)'],
    ['(f()).x[1]:m "s" {}', '<f()>["x"][1]:m("s")(table)'],
  ] as const;
  for (const [text, expected] of cases) assert.equal(shape(text), expected, text);
});

test('numerals and strings have their values', () => {
  const cases = [
    ['0x10, 0xA.8p1, 3e2, .5, 5., 0x.1p4', '16, 21, 300, 0.5, 5, 1'],
    [
      String.raw`'\65\066\x43\z
        D\u{20AC}\n'`,
      JSON.stringify('ABCD\u00e2\u0082\u00ac\n'),
    ],
    ['[==[\nraw ]] \\n]==]', JSON.stringify('raw ]] \\n')],
    ["'a\\\nb'", JSON.stringify('a\nb')],
  ] as const;
  for (const [text, expected] of cases) assert.equal(shape(text), expected, text);
});

test('source text is read as the bytes of its UTF-8 form', () => {
  const { chunk } = parse(bytesFromText("x = '€'"));
  const statement = chunk.block.statements[0];
  assert(statement?.kind === 'assign' && statement.values[0]?.kind === 'string');
  assert.equal(statement.values[0].bytes, '\xe2\x82\xac');
});

test('messages are those of real Lua', () => {
  const cases = [
    ['x = }', "1:5: unexpected symbol near '}'"],
    ['x = 1 +', '1:8: unexpected symbol near <eof>'],
    ['goto', '1:5: <name> expected near <eof>'],
    ['x = "abc\n', "1:9: unfinished string near '\"abc'"],
    ['x = 3x', "1:5: malformed number near '3x'"],
    ['if x then', "1:10: 'end' expected near <eof>"],
    ['if x then\n\ny()', "3:4: 'end' expected (to close 'if' at line 1) near <eof>"],
    ['f(\nx', "2:2: ')' expected (to close '(' at line 1) near <eof>"],
    ['a.b:c = 3', "1:7: function arguments expected near '='"],
    ['f() = 3', "1:5: syntax error near '='"],
    ['for x do end', "1:7: '=' or 'in' expected near 'do'"],
    ['local function (a) end', "1:16: <name> expected near '('"],
    ['return 1 x = 2', "1:10: <eof> expected near 'x'"],
    ["x = '\\q'", "1:7: invalid escape sequence near '\\q'"],
    ["x = '\\400'", "1:7: decimal escape too large near '\\400'"],
    ['--[[ open', "1:10: unfinished long comment (starting at line 1) near '<eof>'"],
    ['function f() return ... end', "1:21: cannot use '...' outside a vararg function near '...'"],
    ['local x <soon> = 1', "1:10: unknown attribute 'soon'"],
    ['local a <close>, b <close> = 1', '1:1: multiple to-be-closed variables in local list'],
  ] as const;
  for (const [source, expected] of cases) {
    const found = messages(source);
    assert.equal(found[0], expected, source);
  }
});

test('every mistake of a script is reported, each once', () => {
  const source = [
    'x = = 3',
    'if a = b then y = 1 else y = * end',
    'function f(a b) local z = 1 return z end',
    'for i = 1 do print(i) end',
    'local s = "open',
    'print(1 2)',
    'x = 1',
  ].join('\n');
  assert.deepEqual(messages(source), [
    "1:5: unexpected symbol near '='",
    "2:6: 'then' expected near '='; '==' compares, '=' assigns",
    "2:30: unexpected symbol near '*'",
    "3:14: ')' expected near 'b'; is a comma missing?",
    "4:11: ',' expected near 'do'",
    "5:16: unfinished string near '\"open'",
    "6:9: ')' expected near '2'; is a comma missing?",
  ]);
});

test('nesting beyond 200 levels is refused, whatever its form', () => {
  const deep = 10_000;
  const sources = [
    `x = ${'('.repeat(deep)}1${')'.repeat(deep)}`,
    `x = ${'{'.repeat(deep)}${'}'.repeat(deep)}`,
    `x = ${'- '.repeat(deep)}1`,
    `x = ${'1 + '.repeat(deep)}1`,
    `x = ${'a .. '.repeat(deep)}a`,
    `x = a${'.b'.repeat(deep)}`,
    `f${'()'.repeat(deep)}`,
    'do '.repeat(deep),
    'f(function() '.repeat(deep),
    'function f() '.repeat(deep),
  ];
  for (const source of sources) {
    const found = messages(source);
    assert.equal(found.length, 1, source.slice(0, 30));
    assert.match(found[0] ?? '', /too many C levels \(limit is 200\)/, source.slice(0, 30));
  }
});
