// Implementations of the commands for values retained between runs, for the log and for exports.

import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { LogSeverity } from '#engine/run-api/run-api.ts';
import { plainValue } from '#engine/values/elements-of.ts';
import { logText } from '#commands/values/log-text.ts';
import { toDisplayText } from '#lua/library/to-string.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { LuaTable } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';

/** Log lines and rows may be called with values that functions do not take: all become text. */
function log(
  context: CommandContext,
  message: LuaValue,
  color: string | undefined,
  prefix: string,
  suffix: string,
): undefined {
  const text = logText(prefix + toDisplayText(message) + suffix);
  if (color === undefined) context.log.write('info', text);
  else context.log.write('custom', text, textFromBytes(color));
}

function logAs(severity: LogSeverity): (context: CommandContext, message: LuaValue) => undefined {
  return (context, message) => {
    context.log.write(severity, logText(message));
  };
}

function retained(value: LuaValue): LuaValue {
  if (value === undefined) throw libraryError('nil cannot be saved: use Delete');
  return value;
}

function cell(value: LuaValue): number | string {
  const plain = plainValue(value);
  return typeof plain === 'number' ? plain : logText(plain);
}

/** Headings one by one, or as one list. */
function headings(values: readonly LuaValue[]): LuaValue[] {
  return values.flatMap((value) => (value instanceof LuaTable ? value.list : [value]));
}

export const MEMORY_IMPLEMENTATIONS = {
  Delete: ({ memory }, key: string) => {
    memory.delete(key);
    return undefined;
  },
  InitExportData: ({ report }, name: string, ...headers: string[]) => {
    report.openExport(textFromBytes(name), headers.map(textFromBytes));
    return undefined;
  },
  Load: ({ memory }, key: string, otherwise: LuaValue) => memory.load(key) ?? otherwise,
  Log: log,
  LogError: logAs('error'),
  LogWalletError: logAs('warning'),
  LogWarning: logAs('warning'),
  Save: ({ memory }, key: string, value: LuaValue) => {
    memory.save(key, retained(value));
    return undefined;
  },
  SessionGet: ({ memory }, key: string) => memory.sessionLoad(key),
  SessionSet: ({ memory }, key: string, value: LuaValue) => {
    memory.sessionSave(key, retained(value));
    return undefined;
  },
  WriteExportData: ({ report }, name: string, ...values: LuaValue[]) => {
    report.addExportRow(textFromBytes(name), headings(values).map(cell));
    return undefined;
  },
} satisfies CommandImplementations;
