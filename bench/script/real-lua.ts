// The same scripts in real Lua: as WebAssembly (wasmoon), and the native one where it is installed.
// Both get the columns as Lua lists and the commands as Lua functions (host.lua), and loop over the
// rows in Lua: the way most in their favour, since nothing crosses a border.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LuaFactory } from 'wasmoon';
import type { Columns } from './hand-written.ts';

const ROUNDS = 3;

export type Timing = { readonly nsPerUpdate: number; readonly result: number };

function columnText(column: Float64Array): string {
  const values = Array.from(column, (value) => (Number.isNaN(value) ? '0/0' : String(value)));
  return `{${values.join(',')}}`;
}

/** A Lua program that prepares the global function `once`, which runs all rows. */
function programText(source: string, columns: Columns, rows: number): string {
  const host = readFileSync(join(import.meta.dirname, 'host.lua'), 'utf8');
  const lists = Object.entries(columns).map(
    ([name, column]) => `columns["${name}"] = ${columnText(column.subarray(0, rows))}`,
  );
  return [
    'columns = {}',
    ...lists,
    host,
    `local function update()\n${source}\nend`,
    `function once() bar, total, holds = nil, nil, nil return run(update, ${rows}) + (total or 0) end`,
  ].join('\n');
}

export async function runInWasmoon(
  source: string,
  columns: Columns,
  rows: number,
): Promise<Timing> {
  const lua = await new LuaFactory().createEngine();
  try {
    lua.doStringSync(programText(source, columns, rows));
    let nsPerUpdate = Infinity;
    let result = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      lua.doStringSync('resetOrders()');
      const start = process.hrtime.bigint();
      result = Number(lua.doStringSync('return once()'));
      nsPerUpdate = Math.min(nsPerUpdate, Number(process.hrtime.bigint() - start) / rows);
    }
    return { nsPerUpdate, result };
  } finally {
    lua.global.close();
  }
}

/** Null where lua5.4 is not installed. */
export function runInNativeLua(source: string, columns: Columns, rows: number): Timing | null {
  const folder = mkdtempSync(join(tmpdir(), 'bench-script-'));
  try {
    const file = join(folder, 'program.lua');
    const driver = `local best, result = math.huge
for round = 1, ${ROUNDS} do
  resetOrders()
  local start = os.clock()
  result = once()
  best = math.min(best, os.clock() - start)
end
io.write(string.format("%.17g %.17g", best, result))`;
    writeFileSync(file, `${programText(source, columns, rows)}\n${driver}`);
    const ended = spawnSync('lua5.4', [file], { encoding: 'utf8' });
    if (ended.error !== undefined) return null;
    if (ended.status !== 0) throw new Error(ended.stderr);
    const [seconds = 0, result = 0] = ended.stdout.split(' ').map(Number);
    return { nsPerUpdate: (seconds * 1e9) / rows, result };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
