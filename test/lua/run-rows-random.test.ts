import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runRows, runScript } from '#lua/run-script.ts';
import type { ScriptInstance } from '#lua/run-script.ts';
import type { NameOffer } from '#lua/semantics/names-offered.ts';
import { PLAIN_HOST_NAMES, SERIES_HOST_NAMES, makeSeriesHost } from './series-host.ts';
import type { SeriesHost } from './series-host.ts';
import '../support/property-seed.ts';
import { someOf } from '../support/share-of-cases.ts';

const ROWS = 12;
/** Long enough for the rows that decide nothing. */
const QUIET_ROWS = 60;
const RUNS = Number(process.env['RUN_ROWS_RUNS'] ?? someOf(100));

function started(
  source: string,
  names: ReadonlyMap<string, NameOffer>,
): { readonly instance: ScriptInstance; readonly host: SeriesHost } {
  const result = compileScript(source, {
    ...COMPILE_DEFAULTS,
    host: names,
    refusesUnknownNames: false,
  });
  assert(result.ok, result.ok ? '' : `${JSON.stringify(result.rejection)} in\n${source}`);
  const host = makeSeriesHost();
  return { instance: createInstance(loadScript(result.value), host, 7), host };
}

/** All rows in one call, with all that the compiler may conclude. Faults do not end it. */
function overRows(source: string, rows = ROWS): readonly string[] {
  const { instance, host } = started(source, SERIES_HOST_NAMES);
  for (let from = 0; from < rows;) {
    const { row, failure } = runRows(instance, DEFAULT_LIMITS, from, rows);
    if (failure !== null) host.printed.push(`FAILED ${failure.message}`);
    from = failure === null ? row : row + 1;
    assert.equal(host.row, from - 1, source);
    host.hasRequests = false;
  }
  return host.printed;
}

/** Update by update, every command asked every time and nothing known of what it gives. */
function byUpdates(source: string, rows = ROWS): readonly string[] {
  const { instance, host } = started(source, PLAIN_HOST_NAMES);
  for (let row = 0; row < rows; row += 1) {
    host.row = row;
    const end = runScript(instance);
    if (!end.ok) host.printed.push(`FAILED ${end.rejection.message}`);
  }
  return host.printed;
}

type Parts = { readonly number: string; readonly series: string; readonly condition: string };

const word = (...words: string[]) => fc.constantFrom(...words);

const { number, series, condition } = fc.letrec<Parts>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small' },
    word('1', '2', '3', '0.5', '0', '-0.0', 'Row()', 'Input("n", 2)', 'n', 'm', 'gn', 'gm', 'nil'),
    fc.tuple(tie('number'), word('+', '-', '*', '%'), tie('number')).map((p) => `(${p.join(' ')})`),
    tie('number').map((inner) => `Echo(${inner})`),
    tie('number').map((inner) => `math.abs(${inner})`),
    fc.tuple(tie('number'), tie('number')).map(([a, b]) => `(${a} or ${b})`),
    fc
      .tuple(tie('condition'), tie('number'), tie('number'))
      .map(([c, a, b]) => `(${c} and ${a} or ${b})`),
  ),
  series: fc.oneof(
    { depthSize: 'small' },
    word('Prices()', 'Moment()', 's', 't', 'gs', 'gt', 'box.high', 'box[2]', 'Box(s).low'),
    fc.tuple(tie('series'), tie('number')).map(([of, period]) => `Average(${of}, ${period})`),
    fc.tuple(tie('series'), word('+', '-', '*', '/'), tie('number')).map((p) => `(${p.join(' ')})`),
    fc.tuple(tie('series'), word('+', '-'), tie('series')).map((p) => `(${p.join(' ')})`),
    fc.tuple(tie('series'), tie('number')).map(([of, from]) => `(${of})[${from}]`),
    tie('series').map((of) => `Box(${of}).high`),
    tie('series').map((of) => `(-${of})`),
  ),
  condition: fc.oneof(
    { depthSize: 'small' },
    word('Row() > 4', 'Row() % 3 == 0', 'true', 'gn', 's'),
    fc
      .tuple(
        fc.oneof(tie('series'), tie('number')),
        word('<', '<=', '>', '>=', '==', '~='),
        fc.oneof(tie('series'), tie('number')),
      )
      .map((p) => `(${p.join(' ')})`),
    fc.tuple(tie('condition'), word('and', 'or'), tie('condition')).map((p) => `(${p.join(' ')})`),
    tie('condition').map((inner) => `(not ${inner})`),
  ),
}));

const { block } = fc.letrec<{ block: string; statement: string }>((tie) => ({
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }).map((all) => all.join('\n')),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition.map((value) => `print(${value})`),
    fc.tuple(word('n', 'm', 'gn', 'gm'), number).map(([to, value]) => `${to} = ${value}`),
    fc.tuple(word('t', 'gs', 'gt'), series).map(([to, value]) => `${to} = ${value}`),
    fc.tuple(word('n', 'm'), number).map(([to, value]) => `local ${to} = ${value}`),
    fc.tuple(word('s', 't'), series).map(([to, value]) => `local ${to} = ${value}`),
    series.map((value) => `local box = Box(${value})`),
    series.map((value) => `print(tostring(${value}))`),
    number.map((value) => `print(${value})`),
    fc
      .tuple(condition, tie('block'), tie('block'))
      .map(([c, a, b]) => `if ${c} then\n${a}\nelse\n${b}\nend`),
    tie('block').map((body) => `for i = 1, 2 do\n${body}\nend`),
    fc
      .tuple(condition, tie('block'))
      .map(([c, body]) => `if ${c} then goto over end\ndo\n${body}\nend\n::over::`)
      .map((text) => `do ${text} end`),
    tie('block').map((body) => `print(pcall(function()\n${body}\nend))`),
    tie('block').map((body) => `local function f(n, s)\n${body}\nend print(pcall(f, 2, Prices()))`),
    fc
      .tuple(tie('block'), number, series)
      .map(([body, a, b]) => `do local function f(n, s)\n${body}\nend f(${a}, ${b}) end`),
    condition.map((c) => `if ${c} then return end`),
  ),
}));

const program = fc.tuple(block, block, block).map(
  ([first, second, third]) => `local s, n = Prices(), Input("n", 3)
local t = Average(s, n)
local m = 2
local box = Box(t)
${first}
gn = 4
gs = Average(Prices(), gn)
${second}
gt = gs * 2
${third}`,
);

const read = fc.letrec<{ number: string; condition: string }>((tie) => ({
  number: fc
    .oneof(
      { depthSize: 'small' },
      word('1', '100', '-2.5', 'n', 'm', 'box.low', 's', 's[2]', 't', 't[3]', '(s - t)', 'gn'),
      fc.tuple(word('n', 'm', '3'), word('+', '-', '*', '/', '%', '^', '//'), word('n', 'm', '2')),
      word('(-n)', 'math.pi', 'Row()', 'Moment()', 'math.abs(m)'),
    )
    .map((part) => (typeof part === 'string' ? part : `(${part.join(' ')})`)),
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(tie('number'), word('<', '<=', '>', '>=', '==', '~='), tie('number')).map(spaced),
    fc.tuple(word('s', 't', 's[2]', 't[2]'), word('<', '>'), word('s', 't', '100')).map(spaced),
    word('held', 'gn', 'gn == nil', 'held == true', 'm == 2', 'label == "up"', 'true'),
    fc.tuple(tie('condition'), word('and', 'or'), tie('condition')).map(spaced),
    tie('condition').map((inner) => `not (${inner})`),
  ),
}));

function spaced(parts: readonly string[]): string {
  return `(${parts.join(' ')})`;
}

/** The same of what stands while nothing is requested. */
const standing = fc.letrec<{ condition: string; block: string; statement: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    read.condition,
    word('Beyond(1)', 'Beyond(2)', 'Beyond(n)', 'Level() > 100', 'Level() == 0', 's > Level()'),
    fc.tuple(tie('condition'), word('and', 'or'), tie('condition')).map(spaced),
    tie('condition').map((inner) => `not (${inner})`),
  ),
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 2 }).map((all) => all.join('\n')),
  statement: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    word(
      'Act()',
      'Act()',
      'Act()',
      'Leave()',
      'print(Row(), Level())',
      'm = m + 1',
      'do return end',
    ),
    fc.tuple(tie('condition'), tie('block')).map(([c, a]) => `if ${c} then\n${a}\nend`),
    fc
      .tuple(tie('condition'), tie('block'), tie('condition'), tie('block'))
      .map(([c, a, d, b]) => `if ${c} then\n${a}\nelseif ${d} then\n${b}\nend`),
    fc
      .tuple(tie('condition'), tie('block'), tie('block'))
      .map(([c, a, b]) => `if ${c} then\n${a}\nelse\n${b}\nend`),
  ),
}));

const decide = fc.letrec<{ block: string; statement: string }>((tie) => ({
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }).map((all) => all.join('\n')),
  statement: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.tuple(word('m', 'local m'), word('3', '(n + 1)', '(m * 2)')).map((p) => p.join(' = ')),
    read.condition.map((value) => `local held = ${value}`),
    read.condition.map((value) => `held = ${value}`),
    read.condition.map((value) => `local label = ${value} and "up" or "down"`),
    word(
      'print(Row(), m, held, label)',
      'do gn = (gn or 0) + 1 print(gn) end',
      'do Stir() print(m) end',
      'for i = 1, 2 do print(i) end',
      'error("stop")',
      'do return end',
      'do return n end',
      'local f = function() m = m + 1 return m end print(f())',
    ),
    fc.tuple(read.condition, tie('block')).map(([c, a]) => `if ${c} then\n${a}\nend`),
    fc
      .tuple(read.condition, tie('block'), read.condition, tie('block'))
      .map(([c, a, d, b]) => `if ${c} then\n${a}\nelseif ${d} then\n${b}\nend`),
    fc
      .tuple(read.condition, tie('block'), tie('block'))
      .map(([c, a, b]) => `if ${c} then\n${a}\nelse\n${b}\nend`),
    tie('block').map((body) => `do\n${body}\nend`),
    // Conditions that are read in one place.
    fc
      .tuple(read.condition, word('p', 'not p', 'p == q'), read.condition, tie('block'))
      .map(
        ([a, how, b, body]) =>
          `do local p = ${a}\nlocal q = ${b}\nlocal both = ${how} and q\nif both then\n${body}\nend end`,
      ),
    fc
      .tuple(read.condition, word('m', 'n', 'box.low'), tie('block'))
      .map(([a, b, body]) => `local p = ${a} or ${b} > 3\nm = m + 1\nif p then\n${body}\nend`),
  ),
}));

/** Reads, then acts in some updates and not in others. */
const decision = fc.tuple(read.condition, read.condition, decide.block).map(
  ([first, second, rest]) => `local s, n = Prices(), Input("n", 3)
local t = Average(s, n)
local m, held, label = 2, s > 103, "up"
local box = Box(t)
if ${first} and s > t then
${rest}
elseif ${second} then return end
if s < t and s[2] >= t[2] then\n${rest}\nend`,
);

const standingDecision = fc.tuple(standing.condition, standing.block, standing.block).map(
  ([first, one, two]) => `local s, n = Prices(), Input("n", 3)
local t = Average(s, n)
local m, held, label = 2, s > 103, "up"
local box = Box(t)
if ${first} then
${one}
elseif s < t and s[2] >= t[2] then Act() else
${two}
end`,
);

test('what the compiler retains and leaves out changes nothing', () => {
  fc.assert(
    fc.property(program, (source) => {
      assert.deepEqual(overRows(source), byUpdates(source), source);
    }),
    { numRuns: RUNS },
  );
});

test('updates that are gone through quickly are those in which nothing happens', () => {
  let pure = 0;
  fc.assert(
    fc.property(decision, (source) => {
      assert.deepEqual(overRows(source, QUIET_ROWS), byUpdates(source, QUIET_ROWS), source);
      const options = { ...COMPILE_DEFAULTS, host: SERIES_HOST_NAMES, refusesUnknownNames: false };
      const result = compileScript(source, options);
      if (result.ok && result.value.code.includes('pure:')) pure += 1;
    }),
    { numRuns: RUNS },
  );
  assert(pure > RUNS / 10, `only ${pure} of ${RUNS} programs can have such updates`);
});

test('calls whose results stand are left out where they would do nothing', () => {
  let quiet = 0;
  fc.assert(
    fc.property(standingDecision, (source) => {
      assert.deepEqual(overRows(source, QUIET_ROWS), byUpdates(source, QUIET_ROWS), source);
      const options = { ...COMPILE_DEFAULTS, host: SERIES_HOST_NAMES, refusesUnknownNames: false };
      const result = compileScript(source, options);
      if (result.ok && result.value.code.includes('wished[row]')) quiet += 1;
    }),
    { numRuns: RUNS },
  );
  assert(quiet > RUNS / 4, `only ${quiet} of ${RUNS} programs can leave such calls out`);
});

test('what an update has passed through is not left out where it stops later', () => {
  const begin = 'local s, n = Prices(), Input("n", 3)\nlocal m = 2\n';
  const programs = [
    'if s > 100 then m = 3 if s > 103 then print(1) end end\nif s > 101 then print(m) end',
    'if s > 100 then m = 3 Act() end\nif s > 101 then print(m) end',
    'if s < 102 then Act() m = m + 1 end\nif m > 2 and s > 97 then print(m) end',
  ];
  for (const source of programs.map((program) => begin + program))
    assert.deepEqual(overRows(source, QUIET_ROWS), byUpdates(source, QUIET_ROWS), source);
});
