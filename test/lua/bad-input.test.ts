// Sources that nobody means. Each gets a message with a line, or a failure of its run, without the
// compiler or the process giving way.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import { DEFAULT_LIMITS } from '#lua/run-script.ts';
import { runProgram } from './run-program.ts';

const MEBIBYTE = 1_048_576;

function mistakes(source: string): readonly Diagnostic[] {
  const result = compileScript(source, { ...COMPILE_DEFAULTS, refusesUnknownNames: false });
  assert(!result.ok);
  assert(result.rejection.length > 0);
  for (const { line, column } of result.rejection) assert(line >= 1 && column >= 1);
  return result.rejection;
}

function firstMistake(source: string): string {
  const [found] = mistakes(source);
  assert(found !== undefined);
  return `${found.line}: ${found.message}`;
}

/** Bytes without meaning, the same ones in each run. */
function junk(length: number): string {
  let seed = 7;
  const characters: string[] = [];
  for (let index = 0; index < length; index += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    characters.push(String.fromCharCode((seed >>> 16) & 0xff));
  }
  return characters.join('');
}

suite('a source that nobody means', () => {
  test('of a mebibyte is too long, and the message says by how much', () => {
    const message = '1: the script is too long: 1048576 bytes, at most 262144 are allowed';
    assert.equal(firstMistake('x = 1 '.padEnd(MEBIBYTE, ' ')), message);
    assert.equal(firstMistake('é'.repeat(MEBIBYTE / 2)), message);
  });

  test('of binary junk', () => {
    for (const length of [1, 100, 10_000, 100_000])
      assert.match(firstMistake(junk(length)), /near/);
    assert.match(firstMistake('\0'), /near/);
  });

  test('with a string that does not end', () => {
    assert.equal(firstMistake('local a = 1\nlocal b = "abc'), '2: unfinished string near <eof>');
    assert.equal(firstMistake('local a = "abc\\'), '1: unfinished string near <eof>');
    assert.match(firstMistake('\n\nlocal a = [==[ abc ]=]'), /^3: unfinished long string/);
    assert.match(firstMistake('\n--[[ abc'), /^2: unfinished long comment/);
  });

  test('with ten thousand nested brackets of any kind', () => {
    const deep = 10_000;
    for (const [open = '', close = ''] of [
      '()',
      '{}',
      ['- ', ''],
      ['not ', ''],
      ['f(', ')'],
      ['a[', ']'],
    ]) {
      const source = `\nreturn ${open.repeat(deep)}1${close.repeat(deep)}`;
      assert.match(firstMistake(source), /^2: .*(too many C levels|overflow)/, open);
    }
    for (const [open = '', close = ''] of [
      ['do ', 'end '],
      ['while a do ', 'end '],
      ['if a then ', 'end '],
    ]) {
      const source = `${open.repeat(deep)}${close.repeat(deep)}`;
      assert.match(firstMistake(source), /^1: .*too many C levels/, open);
    }
  });

  test('with long chains of operators', () => {
    for (const link of [' + a', ' .. a', ' ^ a', ' and a', '.a', '()', '[a]', ':a()']) {
      assert.match(firstMistake(`return a${link.repeat(10_000)}`), /^1: .*too many C levels/, link);
    }
  });

  test('with more arguments or parameters than fit the stack', () => {
    const list = (length: number): string => Array.from({ length }, () => 'a').join();
    const many = list(70_000);
    assert.equal(firstMistake(`\nf(${many})`), '2: too many arguments (limit is 7000)');
    assert.equal(firstMistake(`a:f(${many})`), '1: too many arguments (limit is 7000)');
    const head = `local function f(${many})`;
    assert.equal(firstMistake(`${head} end`), '1: too many parameters (limit is 7000)');
    const most = list(7_000);
    const { output } = runProgram(`local function f(${most}) print(a) end f(${most})`);
    assert.equal(output, 'nil\n');
    assert.equal(runProgram(`a = 1 local t = { ${many} } print(#t)`).output, '70000\n');
  });

  test('with a mistake on each of many lines does not produce endless messages', () => {
    assert(mistakes('x = = 1\n'.repeat(20_000)).length <= 20_000);
  });
});

suite('a script that allocates for ever', () => {
  const cases = [
    ['local t = {}\nwhile true do\nt[#t + 1] = {} end', 3],
    ['local s = "x"\nwhile true do\ns = s .. "y" end', 3],
    ['while true do\nlocal t = { 1, 2, 3 } end', 2],
    ['while true do\nlocal s = ("x"):rep(1000) end', 2],
    ['while true do\nlocal f = function() return f end end', 2],
    ['local function f()\nreturn { f() } end f()', 1],
  ] as const;
  for (const [source, line] of cases) {
    test(source.replaceAll('\n', ' '), () => {
      const limits = { ...DEFAULT_LIMITS, steps: 5_000_000, bytes: 32 * MEBIBYTE };
      const { failure, kind } = runProgram(source, limits);
      assert(kind === 'memory' || kind === 'steps' || kind === 'error');
      assert.match(failure ?? '', new RegExp(`^script:${line}: `));
    });
  }
});
