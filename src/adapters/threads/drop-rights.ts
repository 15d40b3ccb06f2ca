// The last that a thread does before it runs scripts: it gives up everything that it was started
// with. What got out of the generated code would find JavaScript's own objects, and no way to a
// file, a connection, a process, a module or a setting.

import { registerHooks } from 'node:module';

/**
 * What the language itself has, but for two: `eval`, and `WebAssembly`, whose code only the
 * engine's inside could judge.
 */
const LANGUAGE_GLOBALS = `
  Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol
  Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError
  TypeError URIError globalThis JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array
  Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray
  Float32Array Float64Array Float16Array DataView Map BigInt Set Iterator WeakMap WeakSet Proxy
  Reflect FinalizationRegistry WeakRef decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape unescape isFinite isNaN Temporal SuppressedError DisposableStack
  AsyncDisposableStack SharedArrayBuffer
`;

/** What our own code uses of the machine's; all are without rights. */
const MACHINE_GLOBALS = `
  performance queueMicrotask structuredClone TextDecoder TextEncoder AbortController AbortSignal
  DOMException clearTimeout setTimeout
`;

const RETAINED_GLOBALS: ReadonlySet<string> = new Set(
  `${LANGUAGE_GLOBALS} ${MACHINE_GLOBALS}`.trim().split(/\s+/),
);

/** All modules of the thread must be loaded. There is no way back. */
export function dropRights(): void {
  // Node's rights leave some of its modules open: files by descriptor, signals, SQLite.
  registerHooks({ resolve: refuseModule, load: refuseModule });
  process.permission.drop('fs.write');
  process.permission.drop('fs.read');
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!RETAINED_GLOBALS.has(name)) Reflect.deleteProperty(globalThis, name);
}

function refuseModule(): never {
  throw new Error('This thread loads no more modules.');
}
