// The API of a dry run: a market where nothing moves, an account with money, orders that fill one
// update later at their price. What the script declares and writes is retained for the checker.

import { MINUTE_MS } from '#lib/time.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { InputDeclaration } from '#engine/run-api/input-api.ts';
import type { LogSeverity, RunApi } from '#engine/run-api/run-api.ts';
import { FOLLOWS_NOTHING, noticeText } from '#engine/run-api/run-api.ts';
import { createFlatMarkets } from '#commands/check/flat-market.ts';
import { createFlatTrading } from '#commands/check/flat-trading.ts';
import { createInputRegister } from '#commands/check/input-register.ts';
import { createMemory } from '#commands/check/flat-memory.ts';

/** A Monday at midnight; any instant would do. */
const START_MS = Date.UTC(2024, 0, 1);
const ROOM_FOR_LINES = 1_000;

export type LogLine = { readonly severity: LogSeverity; readonly message: string };

/** The update that is being checked; set before each. */
export type CheckUpdate = { number: number; isFinal: boolean };

export type FlatContext = {
  /** Series come from a window; see flat-window.ts. */
  readonly context: Omit<CommandContext, 'series'>;
  readonly update: CheckUpdate;
  readonly lines: readonly LogLine[];
  readonly inputs: () => readonly InputDeclaration[];
  /** Runs what the script asked to run at the end of the update. */
  readonly finishUpdate: () => void;
};

function createLog(lines: LogLine[]): CommandContext['log'] {
  const written = new Set<string>();
  const write = (severity: LogSeverity, message: string): void => {
    if (lines.length < ROOM_FOR_LINES) lines.push({ severity, message });
  };
  return {
    write,
    writeOnce(key, severity, message) {
      if (written.has(key)) return;
      written.add(key);
      write(severity, message);
    },
    notify: (notice) => write('info', noticeText(notice)),
  };
}

function createRun(update: CheckUpdate, endings: (() => void)[]): RunApi {
  return {
    kind: 'check',
    updateNumber: () => update.number,
    isFinal: () => update.isFinal,
    atEnd: (callback) => {
      endings.push(callback);
    },
    sleep: () => undefined,
  };
}

/** Numbers that look random and are the same in each check. */
function createChance(): CommandContext['chance'] {
  let state = 1;
  const nextDouble = (): number => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const nextHex = (): string =>
    Math.floor(nextDouble() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return {
    nextDouble,
    nextGuid: () => {
      const [a, b, c, d] = [nextHex(), nextHex(), nextHex(), nextHex()];
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
    },
  };
}

/**
 * Context of a dry run, and what the script wrote and declared in it. Its clock moves a minute an
 * update.
 */
export function createFlatContext(): FlatContext {
  const update: CheckUpdate = { number: 0, isFinal: false };
  const lines: LogLine[] = [];
  const endings: (() => void)[] = [];
  const register = createInputRegister();
  let shapes = 0;
  const newShape = (): string => {
    shapes += 1;
    return `line-${shapes}`;
  };
  const context: FlatContext['context'] = {
    ...createFlatMarkets(),
    ...createFlatTrading(update),
    chance: createChance(),
    charts: { isShown: true, plot: newShape, draw: newShape },
    clock: { nowMs: () => START_MS + update.number * MINUTE_MS, startMs: () => START_MS },
    inputs: register.api,
    log: createLog(lines),
    memory: createMemory(),
    run: createRun(update, endings),
    signals: {
      remoteSignal: () => null,
      webHook: () => null,
      saveRemoteSignal: () => undefined,
      ...FOLLOWS_NOTHING,
    },
  };
  const finishUpdate = (): void => {
    for (const ending of endings.splice(0)) ending();
  };
  return { context, update, lines, inputs: register.declared, finishUpdate };
}
