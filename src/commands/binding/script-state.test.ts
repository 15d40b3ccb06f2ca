// Globals of a script that are written down, and the words in which the rest is refused.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NO_NAMED_VALUES } from '#engine/values/graph-text.ts';
import { readGraph } from '#engine/snapshot/read-graph.ts';
import { writeGraph } from '#engine/snapshot/write-graph.ts';
import { compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { createInstance, runScript } from '#lua/run-script.ts';
import type { ScriptInstance } from '#lua/run-script.ts';
import { createCallSites } from '#commands/binding/call-sites.ts';
import { newFrame } from '#commands/binding/custom-command.ts';
import type { BrainState } from '#engine/run/brain-state.ts';
import { scriptState } from '#commands/binding/script-state.ts';

function instanceOf(source: string): ScriptInstance {
  const compiled = compileScript(source);
  assert(compiled.ok, compiled.ok ? '' : (compiled.rejection[0]?.message ?? ''));
  const calls = { frame: newFrame(null) };
  const run = { updateNumber: () => 0 };
  const customCalls = { commands: new Map(), begin: () => null };
  const host = { row: 0, sites: createCallSites(run as never), customCalls, context: { calls } };
  return createInstance(loadScript(compiled.value), host, 7);
}

function update(instance: ScriptInstance): unknown[] {
  const ran = runScript(instance);
  assert(ran.ok, ran.ok ? '' : ran.rejection.message);
  return ran.value;
}

function settingOf({ named, shown }: BrainState) {
  return { named, shown: shown(), derived: new Set<string>(), charactersMax: 1e6 };
}

/** The instance as it is after it was written down and read, in text. */
function takenUp(source: string, instance: ScriptInstance): ScriptInstance {
  const state = scriptState(instance);
  const written = writeGraph(state.save(), settingOf(state));
  assert(written.ok, written.ok ? '' : JSON.stringify(written.rejection));
  const text = JSON.stringify(written.value);
  const other = instanceOf(source);
  const restored = scriptState(other);
  const setting = { ...settingOf(restored), fixedSeries: () => null };
  restored.restore(readGraph(JSON.parse(text), setting) as object);
  return other;
}

function refusal(source: string): readonly string[] {
  const instance = instanceOf(source);
  update(instance);
  const state = scriptState(instance);
  const written = writeGraph(state.save(), settingOf(state));
  assert(!written.ok, 'it cannot be written down');
  const { what, path } = written.rejection;
  return [what, state.describeGlobal(path[1] ?? ''), path.slice(2).join(' ')];
}

/** Updates in one go, beside updates after each of which it is written down and read. */
function assertSameUpdates(source: string, count = 6): void {
  const whole = instanceOf(source);
  let cut = instanceOf(source);
  for (let each = 0; each < count; each += 1) {
    const expected = update(whole);
    assert.deepEqual(update(cut), expected);
    cut = takenUp(source, cut);
  }
}

suite('globals of a script come back as they were', () => {
  const programs: { readonly [name: string]: string } = {
    'numbers of every kind': `
      n = (n or 0) + 1
      kinds = kinds or {-0.0, 1 / 0, -1 / 0, 0 / 0, 2 ^ 53, 1e-320, 'text', true, false}
      return n, 1 / kinds[1], kinds[2], kinds[3], kinds[4] ~= kinds[4], kinds[5], kinds[6], #kinds`,
    'cycles and tables that are shared': `
      a = a or {}
      a.self = a; a.other = a.other or {}; b = b or a.other
      b.n = (b.n or 0) + 1
      return a.self == a, a.other == b, a.other.n`,
    'the order of pairs, also after entries were cleared and set again': `
      t = t or {x = 1, y = 2}
      n = (n or 0) + 1
      t['k' .. n] = n; t[n * 1.5] = n; t[n] = n
      if n % 2 == 0 then t['k' .. (n - 1)] = nil; t.x = nil else t.x = n end
      local order = ''
      for k, v in pairs(t) do order = order .. tostring(k) .. '=' .. tostring(v) .. ' ' end
      return order`,
    'keys that are tables, and metatables': `
      key = key or {}
      t = t or setmetatable({[key] = 1}, {__index = {found = 2}})
      t[key] = t[key] + 1
      return t[key], t.found, getmetatable(t) ~= nil`,
    'a traversal that goes on in a later update': `
      t = t or {a = 1, b = 2, c = 3, [10] = 4}
      k = next(t, k)
      return tostring(k)`,
    'chance, and the texts by which tables are shown': `
      t = t or {}
      n = (n or 0) + 1
      if n == 3 then math.randomseed(5) end
      return math.random(), tostring(t)`,
    'functions of the library, and tables of it that were changed': `
      f = f or math.floor
      string.twice = 2
      local had = math.n
      math.n = (math.n or 0) + 1
      return f(1.5), had, ('x').twice, string.rep('y', 2)`,
    'globals that are reached through their table': `
      _G.n = (_G.n or 0) + 1
      _G['own name'] = {_G.n}
      local count = 0
      for k in pairs(_G) do count = count + 1 end
      return n, _G['own name'][1], count`,
  };
  for (const [name, source] of Object.entries(programs))
    test(name, () => assertSameUpdates(source));

  test('functions that each update defines before it uses them do not count', () => {
    assertSameUpdates(`
      n = (n or 0) + 1
      function add(x) return x + n end
      helpers = {twice = function(x) return add(x) * 2 end}
      co = coroutine.wrap(function() coroutine.yield(helpers.twice(n)) end)
      return co()`);
  });
});

suite('what cannot be written down is given by the name of the global and its line', () => {
  test('a function that an update may find', () => {
    assert.deepEqual(refusal('local n = 1\nf = f or function() return 1 end'), [
      'a function',
      '"f" (line 2)',
      '',
    ]);
  });
  test('deep in a table', () => {
    assert.deepEqual(refusal('t = t or {a = {{}, {call = function() end}}}'), [
      'a function',
      '"t" (line 1)',
      'a [2] call',
    ]);
  });
  test('a coroutine, and a metatable with functions', () => {
    assert.deepEqual(refusal('c = c or coroutine.create(tostring)').slice(0, 2), [
      'a coroutine',
      '"c" (line 1)',
    ]);
    assert.equal(refusal('o = o or setmetatable({}, {__index = function() end})')[0], 'a function');
  });
});

suite('a graph', () => {
  test('keeps members whatever they are called, lists with holes, and bigints', () => {
    const root = { list: [1n, undefined, null, -0], map: new Map([[1, new Set(['a'])]]) };
    Object.defineProperty(root, '__proto__', { value: 5, enumerable: true });
    const setting = { named: NO_NAMED_VALUES, shown: [] };
    const written = writeGraph(root, { ...setting, derived: new Set(), charactersMax: 1e6 });
    assert(written.ok);
    const graph = JSON.parse(JSON.stringify(written.value));
    const read = readGraph(graph, { ...setting, fixedSeries: () => null }) as typeof root;
    assert.deepEqual(read, root);
    assert.deepEqual(Object.keys(read), Object.keys(root));
  });
});
