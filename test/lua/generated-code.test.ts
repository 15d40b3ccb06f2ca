// Generated code names nothing that was not given to it, whatever a script is called and says. The
// programs are random ones, with names that mean something in JavaScript, and torn apart.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { NIL } from '#lua/semantics/kind.ts';
import { checkGenerated } from './check-generated.ts';
import { edgeProgram } from './edge-program-arbitrary.ts';
import { laterProgram } from './later-program-arbitrary.ts';
import { program } from './program-arbitrary.ts';
import { someOf } from '../support/share-of-cases.ts';

const HOSTILE_NAMES = `constructor __proto__ prototype toString valueOf hasOwnProperty
  __defineGetter__ __lookupSetter__ globalThis window process require module exports Function
  Object Array eval arguments this self import await async yield new delete typeof void null
  undefined NaN class extends super static let const var R S M H G K g h k T N A E FG F1 C1 K1
  main warm State bind unbind t1 t2 va row hash list meta map resumable held length push
  __index __newindex __call __tostring __metatable _ENV _G caller callee apply call then`.split(
  /\s+/,
);
/** Every day a form has at least so many of them, and the next form has others. */
const NAMES_MIN = 20;
const HOST_NAMES: ReadonlySet<string> = new Set(['print', 'Log']);

/** Of those that were torn apart most are no programs any more. */
const COMPILED_MIN = 25;

/** The code that is made of a source; null when it is refused. */
function codeOf(source: string): string | null {
  const result = compileScript(source, {
    ...COMPILE_DEFAULTS,
    refusesUnknownNames: false,
    host: new Map(
      [...HOST_NAMES].map((name) => [name, { type: 'function', result: NIL, isSingle: false }]),
    ),
  });
  return result.ok ? result.value.code : null;
}

/** Names of a random program become hostile ones, each always the same. */
const hostile = fc
  .tuple(
    fc.oneof(program, laterProgram, edgeProgram),
    fc.array(fc.constantFrom(...HOSTILE_NAMES), { minLength: 9, maxLength: 9 }),
  )
  .map(([source, names]) => {
    const old = ['a', 'b', 'c', 'd', 'e', 'x', 'y', 'z', 'f'];
    return source.replaceAll(/\b[a-fxyz]\b/g, (name) => names[old.indexOf(name)] ?? name);
  });

/** Text that would mean something in JavaScript, were it not taken for what it is. */
const PIECES = [
  '"]}); process.exit(); ({["',
  '`${process.exit()}`',
  '*/ process.exit() /*',
  "'+process.exit()+'",
  '\\',
  '\\u0022',
  '\u2028process.exit()',
  '\r\nprocess.exit()',
  '\u0000\u0001\u0002',
] as const;

/** Its texts, and comments in it, are such pieces. */
const quoted = fc
  .tuple(hostile, fc.constantFrom(...PIECES))
  .map(([source, piece]) =>
    source.replaceAll(/"[^"\n\\]*"/g, `[==[${piece}]==]`).replaceAll('\n', ` --[==[${piece}]==]\n`),
  );

const FORMS: readonly (readonly [name: string, name: (name: string) => string])[] = [
  ['a global', (name) => `${name} = 1 print(${name}, ${name} and ${name}.x)`],
  ['a local', (name) => `local ${name} = {} ${name}.x = 1 print(function() return ${name}.x end)`],
  [
    'a field',
    (name) => `local t = {${name} = 1} t.${name} = t.${name} + 1 return t.${name}.${name}`,
  ],
  ['a key', (name) => `local t = {["${name}"] = 1} t["${name}"] = t["${name}"] print(t)`],
  [
    'a method',
    (name) => `local t = {} function t:${name}(a) return self.${name}(a) end t:${name}(1)`,
  ],
  ['a parameter', (name) => `local function f(${name}, ...) ${name} = ... return ${name} end f(f)`],
  ['a loop', (name) => `for ${name} = 1, 3 do print(${name}) end for ${name} in pairs({}) do end`],
  ['a label', (name) => `do goto ${name} end ::${name}:: print(1)`],
  ['a function', (name) => `function ${name}() return ${name}() end local function ${name}() end`],
  ['an index', (name) => `local t = setmetatable({}, {__index = ${name}}) return t.${name}`],
  ['a string', (name) => `local s = "${name}" print(s.${name}, s:${name}(), ("").${name}, #s)`],
  ['a library', (name) => `print(string.${name}, math.${name}, coroutine.${name}, _G.${name})`],
  ['in a coroutine', (name) => `coroutine.wrap(function() ${name} = coroutine.yield() end)()`],
];

/** Pieces of it stand where they should not. */
const torn = fc
  .tuple(
    fc.constantFrom(...FORMS),
    fc.constantFrom(...HOSTILE_NAMES),
    fc.tuple(fc.nat(), fc.nat(12), fc.nat()),
    fc.constantFrom('', ' ', '\n', '.', '[', '"', '(', '=', ...PIECES),
  )
  .map(([[, write], name, [from, length, to], piece]) => {
    const text = write(name);
    const cut = text.slice(from % text.length, (from % text.length) + length);
    const at = to % text.length;
    return text.slice(0, at) + cut + piece + text.slice(at);
  });

suite('generated code', () => {
  const nth = Math.floor(HOSTILE_NAMES.length / Math.max(NAMES_MIN, someOf(HOSTILE_NAMES.length)));
  for (const [at, [form, write]] of FORMS.entries())
    test(`names nothing that was not given, whatever the name of ${form}`, () => {
      const names = HOSTILE_NAMES.filter((_, index) => (index + at) % nth === 0);
      let count = 0;
      for (const name of names) {
        const code = codeOf(write(name));
        if (code === null) continue;
        count += 1;
        assert.deepEqual(checkGenerated(code, HOST_NAMES), [], write(name));
      }
      assert.ok(count >= names.length - 2, `${count} are names in Lua`);
    });

  const RANDOM = [
    ['random programs with hostile names', hostile, someOf(100)],
    ['random programs with hostile texts and comments', quoted, someOf(50)],
    // Few of them compile, and all together take a fifth of a second.
    ['programs that were torn apart', torn, 500],
  ] as const;
  for (const [name, source, numRuns] of RANDOM)
    test(`names nothing that was not given: ${name}`, () => {
      let compiled = 0;
      fc.assert(
        fc.property(source, (text) => {
          const code = codeOf(text);
          if (code === null) return;
          compiled += 1;
          assert.deepEqual(checkGenerated(code, HOST_NAMES), []);
        }),
        { numRuns },
      );
      assert.ok(compiled >= someOf(COMPILED_MIN), `${compiled} compiled`);
    });

  const WRONG: readonly (readonly [code: string, found: RegExp])[] = [
    ['process.exit();', /refers to process/],
    ['return globalThis;', /refers to globalThis/],
    ['const f = eval; f("1");', /refers to eval/],
    ['return function () { return arguments; };', /refers to arguments/],
    ['return import("node:fs");', /ImportExpression/],
    ['return `x`;', /TemplateLiteral/],
    ['return /x/.constructor;', /reads MemberExpression/],
    ['return R.constructor;', /reads MemberExpression: R.constructor/],
    ['return R.library["constructor"];', /reads MemberExpression/],
    ['const a$1 = 1; return a$1.constructor;', /reads MemberExpression: a\$1.constructor/],
    ['const a$1 = "x"; return S[a$1];', /reads MemberExpression: S\[a\$1\]/],
    ['let t1; t1 = S[0].list; return t1.constructor;', /reads MemberExpression: t1.constructor/],
    ['let H; return H.constructor;', /reads MemberExpression: H.constructor/],
    ['let K; return K.constructor;', /reads MemberExpression: K.constructor/],
    ['return function () { return this; };', /uses ThisExpression/],
    ['return new R.LuaTable.constructor("x");', /makes NewExpression/],
    ['function F1() {} F1.prototype = S;', /reads MemberExpression: F1.prototype/],
    ['async function f() {}', /has async FunctionDeclaration/],
    ['}); (function () {', /ends the function/],
  ];
  for (const [code, found] of WRONG)
    test(`would be caught with ${code}`, () => {
      assert.match(checkGenerated(code, HOST_NAMES).join('\n'), found);
    });
});
