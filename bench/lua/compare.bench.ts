// Compiled Lua beside the idiomatic hand-written program and beside real Lua 5.4, where it is
// installed. Run: node bench/lua/compare.bench.ts [program …]. Each figure is the best of several,
// in milliseconds of CPU.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import { loadScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS, createInstance, runScript } from '#lua/run-script.ts';
import { plain } from '../script/hand-written.ts';
import { fibonacci } from './fibonacci.ts';
import { objects } from './objects.ts';
import { sieve } from './sieve.ts';
import { stringMix } from './string-mix.ts';

const PROGRAMS: Readonly<Record<string, () => number>> = {
  // As many updates as table-mix.lua makes.
  'table-mix': () => plain({}, 2_000),
  'string-mix': stringMix,
  fibonacci,
  objects,
  sieve,
};

const ROUNDS = 30;
const LIMITS = { ...DEFAULT_LIMITS, steps: 2_000_000_000, bytes: 2_000_000_000 };

function bestMs(run: () => void): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

function realLuaMs(path: string): number | null {
  const driver = `local f = loadfile(arg[0] and "${path}" or "${path}") local best = 1e9
    for i = 1, 8 do local t = os.clock() f() best = math.min(best, os.clock() - t) end print(best * 1000)`;
  const ended = spawnSync('lua5.4', ['-e', driver], { encoding: 'utf8' });
  return ended.status === 0 ? Number(ended.stdout) : null;
}

function measure(name: string, written: () => number): void {
  const path = join(import.meta.dirname, `${name}.lua`);
  const compiled = compileScript(readFileSync(path, 'utf8'), COMPILE_DEFAULTS);
  assert(compiled.ok);
  const instance = createInstance(loadScript(compiled.value), {}, 1);
  const once = runScript(instance, LIMITS);
  assert(once.ok, once.ok ? '' : once.rejection.message);
  const expected = written();
  assert(
    Math.abs(Number(once.value[0]) - expected) <= Math.abs(expected) * 1e-9,
    `${name}: the programs disagree`,
  );
  const ours = bestMs(() => runScript(instance, LIMITS));
  const theirs = bestMs(written);
  const real = realLuaMs(path);
  console.log(
    [
      name.padEnd(12),
      `ours ${ours.toFixed(2)}`,
      `hand-written ${theirs.toFixed(2)} (${(ours / theirs).toFixed(2)}x)`,
      real === null
        ? 'lua5.4 missing'
        : `lua5.4 ${real.toFixed(2)} (${(real / ours).toFixed(1)}x slower)`,
    ].join('   '),
  );
}

const wanted = process.argv.slice(2);
for (const [name, written] of Object.entries(PROGRAMS)) {
  if (wanted.length === 0 || wanted.includes(name)) measure(name, written);
}
