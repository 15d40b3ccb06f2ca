// The reference: real Lua, where the machine has it. Many programs run in one process, each in an
// environment of its own, and each answer is what it printed and how it ended.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SEPARATOR = '\u0001--next--\u0001';

const DRIVER = `
local file = io.open(arg[1], "rb")
local text = file:read("*a")
local separator = "${SEPARATOR}"
local answers = {}
local from = 1
while true do
  local at, last = text:find(separator, from, true)
  local source = text:sub(from, at and at - 1 or nil)
  local out = {}
  local env = {}
  for k, v in pairs(_G) do env[k] = v end
  env._G = env
  env.print = function(...)
    local line = {}
    for i = 1, select("#", ...) do line[i] = tostring((select(i, ...))) end
    out[#out + 1] = table.concat(line, "\\t") .. "\\n"
  end
  local f, message = load(source, "=script", "t", env)
  if f then
    local ok, e = pcall(f)
    if not ok then out[#out + 1] = "FAILED " .. tostring(e) end
  else out[#out + 1] = "FAILED " .. message end
  answers[#answers + 1] = table.concat(out)
  if not at then break end
  from = last + 1
end
io.write(table.concat(answers, separator))
`;

/** Whether this Lua can be started here. */
export function hasLua(binary: string): boolean {
  return spawnSync(binary, ['-v']).status === 0;
}

/** What each program prints, with `FAILED <message>` at the end when it does not finish. */
export function runInRealLua(binary: string, programs: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'real-lua-'));
  try {
    const driver = join(folder, 'driver.lua');
    const input = join(folder, 'programs');
    writeFileSync(driver, DRIVER);
    writeFileSync(input, programs.join(SEPARATOR), 'utf8');
    const ended = spawnSync(binary, [driver, input], {
      maxBuffer: 512 * 1024 * 1024,
      encoding: 'latin1',
    });
    if (ended.status !== 0) throw new Error(`${binary} ended with ${ended.stderr}`);
    return ended.stdout.split(SEPARATOR);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
