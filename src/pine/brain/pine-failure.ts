// Failures of an update of a Pine script, with line and column.

import type { LoadedPine } from '#pine/program/load-pine.ts';
import { PineFault } from '#pine/runtime/pine-now.ts';
import type { ScriptFailure } from '#lua/run-script.ts';
import { innermostPlace } from '#lua/runtime/errors.ts';
import { LuaError, ScriptFault } from '#lua/runtime/script-fault.ts';

const STACK_MESSAGE = /Maximum call stack size exceeded|too much recursion/;

const SIZE_MESSAGE = /Invalid (?:string|array|typed array) length/;

/** Only mistakes of ours are thrown. */
export function pineFailure(thrown: unknown, { lineMap }: LoadedPine): ScriptFailure {
  if (!(thrown instanceof Error)) throw thrown;
  const place = innermostPlace(thrown.stack ?? '', lineMap);
  const [line, column] = [place?.line ?? null, place?.column ?? null];
  const at = line === null ? '' : `${lineMap.chunkName}:${line}: `;
  const failure = (kind: ScriptFailure['kind'], message: string): ScriptFailure => ({
    kind,
    message: at + message,
    line,
    column,
    hint: null,
  });
  if (thrown instanceof PineFault) return failure('error', thrown.message);
  if (thrown instanceof ScriptFault) return failure(thrown.limit, thrown.message);
  if (thrown instanceof LuaError) return failure('error', String(thrown.value));
  if (thrown instanceof RangeError && STACK_MESSAGE.test(thrown.message))
    return failure('stack', 'stack overflow');
  if (thrown instanceof RangeError && SIZE_MESSAGE.test(thrown.message))
    return failure('memory', 'not enough memory');
  throw thrown;
}
