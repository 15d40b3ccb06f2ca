// TA-Lib's own C code as an oracle: the package talib-web, which is TA-Lib compiled to WebAssembly.
// It is called directly, because the package reads whole-number outputs as floats, and it never
// sets TA-Lib's candle settings, so they are written here as TA-Lib's own start would.

import { createRequire } from 'node:module';

type Memory = {
  readonly HEAP32: Int32Array;
  readonly HEAPF64: Float64Array;
  readonly ccall: (
    name: string,
    returns: 'number',
    types: readonly 'number'[],
    values: readonly number[],
  ) => number;
};

export type TalibOutputs = {
  /** The row of the inputs that the first value belongs to. */
  readonly begin: number;
  readonly columns: readonly Float64Array[];
};

/**
 * TA-Lib's default candle settings: kind of range (body 0, high to low 1, shadows 2), rows, factor.
 */
const CANDLE_SETTINGS = [
  [0, 10, 1],
  [0, 10, 3],
  [0, 10, 1],
  [1, 10, 0.1],
  [0, 0, 1],
  [0, 0, 2],
  [2, 10, 1],
  [1, 10, 0.1],
  [1, 5, 0.2],
  [1, 5, 0.6],
  [1, 5, 0.05],
] as const;
const SETTINGS_OFFSET = 160;
const SETTING_BYTES = 24;

let loading: Promise<Memory> | undefined;

/** Loads the oracle once. */
export async function loadTalib(): Promise<Memory> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Memory> {
  const require = createRequire(import.meta.url);
  const talib = require('talib-web') as { init: (path: string) => Promise<Memory> };
  const { fetch } = globalThis;
  // With a global fetch the package fetches its file's path instead of reading it.
  Reflect.deleteProperty(globalThis, 'fetch');
  try {
    const memory = await talib.init(require.resolve('talib-web').replace(/[^/\\]+$/, 'talib.wasm'));
    writeCandleSettings(memory);
    return memory;
  } finally {
    globalThis.fetch = fetch;
  }
}

/** TA-Lib's globals stand behind the pointer to them, which is the only one that points so near. */
function writeCandleSettings({ HEAP32, HEAPF64 }: Memory): void {
  const pointer = HEAP32.findIndex((value, index) => index > 0 && value === index * 4 + 8);
  if (pointer < 0) throw new Error('the globals of TA-Lib were not found');
  const settings = (HEAP32[pointer] ?? 0) + SETTINGS_OFFSET;
  for (const [index, [range, rows, factor]] of CANDLE_SETTINGS.entries()) {
    const at = settings + index * SETTING_BYTES;
    HEAP32.set([index, range, rows], at / 4);
    HEAPF64[(at + 16) / 8] = factor;
  }
}

/** Calls a function of TA-Lib over whole columns. Whole-number outputs are converted. */
export function callTalib(
  memory: Memory,
  name: string,
  inputs: readonly Float64Array[],
  options: readonly number[],
  outputs: readonly ('real' | 'whole')[],
): TalibOutputs {
  const rows = inputs[0]?.length ?? 0;
  const allocated: number[] = [];
  const allocate = (bytes: number): number => {
    const address = memory.ccall('malloc', 'number', ['number'], [bytes]);
    allocated.push(address);
    return address;
  };
  const sources = inputs.map((column) => {
    const address = allocate(rows * 8);
    memory.HEAPF64.set(column, address / 8);
    return address;
  });
  const counts = allocate(8);
  const targets = outputs.map(() => allocate(rows * 8));
  const values = [0, rows - 1, ...sources, ...options, counts, counts + 4, ...targets];
  const types = values.map(() => 'number' as const);
  const code = memory.ccall(`TA_${name}`, 'number', types, values);
  if (code !== 0) throw new Error(`TA_${name} returned ${code}`);
  const begin = memory.HEAP32[counts / 4] ?? 0;
  const count = memory.HEAP32[counts / 4 + 1] ?? 0;
  const columns = targets.map((address, index) =>
    outputs[index] === 'whole'
      ? Float64Array.from(memory.HEAP32.subarray(address / 4, address / 4 + count))
      : memory.HEAPF64.slice(address / 8, address / 8 + count),
  );
  for (const address of allocated) memory.ccall('free', 'number', ['number'], [address]);
  return { begin, columns };
}
