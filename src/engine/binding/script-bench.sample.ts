// Runs a script's lines with all commands over a market where nothing moves; what tests of commands
// share.

import assert from 'node:assert/strict';
import { offeredNames } from '#engine/binding/offered-names.ts';
import { makeHost } from '#engine/binding/make-host.ts';
import { createFlatContext } from '#engine/check/flat-context.ts';
import type { FlatContext } from '#engine/check/flat-context.ts';
import type { CommandContext } from '#engine/desks/command-context.ts';
import { COMPILE_DEFAULTS, compileScript } from '#script/compile-script.ts';
import { loadScript } from '#script/load-script.ts';
import { createInstance, runScript } from '#script/run-script.ts';
import type { ScriptFailure } from '#script/run-script.ts';
import type { LuaValue } from '#script/runtime/value.ts';

export type Bench = FlatContext & {
  /** Runs the script once more and gives what it returns; mistakes fail the test. */
  readonly run: () => LuaValue[];
  /** Runs it once more and gives the mistake that it makes. */
  readonly fail: () => ScriptFailure;
};

/** A script ready to run update by update. `desks` stand in for those of the flat market. */
function benchOf(source: string, desks: Partial<CommandContext> = {}): Bench {
  const flat = createFlatContext();
  const compiled = compileScript(source, { ...COMPILE_DEFAULTS, host: offeredNames(source) });
  assert.ok(compiled.ok, JSON.stringify(compiled));
  const host = makeHost({ ...flat.context, ...desks });
  const instance = createInstance(loadScript(compiled.value), host, 1);
  const step = (): ReturnType<typeof runScript> => {
    const result = runScript(instance);
    flat.finishUpdate();
    flat.update.number += 1;
    return result;
  };
  return {
    ...flat,
    run: () => {
      const result = step();
      assert.ok(result.ok, JSON.stringify(result));
      return result.value;
    },
    fail: () => {
      const result = step();
      assert.ok(!result.ok, 'the script makes no mistake');
      return result.rejection;
    },
  };
}

/** What one run of the script returns. */
export function valuesOf(source: string, desks?: Partial<CommandContext>): LuaValue[] {
  return benchOf(source, desks).run();
}

/** The message of the mistake that one run of the script makes. */
export function messageOf(source: string, desks?: Partial<CommandContext>): string {
  return benchOf(source, desks).fail().message;
}
