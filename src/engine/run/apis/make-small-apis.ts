// The small parts of the run API: time, chance, the log, signals, inputs, and the run itself.

import type { InputDeclaration, InputApi } from '#engine/run-api/input-api.ts';
import type { ChanceApi, ClockApi, LogApi, RunApi, SignalApi } from '#engine/run-api/run-api.ts';
import { noticeText } from '#engine/run-api/run-api.ts';
import { isFirst, whileFollowing, writeLine } from '#engine/run/run-log.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow, nowMs, requestAttention } from '#engine/run/run.ts';
import { valueFromJson } from '#engine/values/json-value.ts';
import { nextDouble } from '#lua/library/random.ts';
import type { LuaFunction } from '#lua/runtime/value.ts';

type ChosenInput = number | string | boolean;

/** Clock of a run: instants in milliseconds, the start that of the first update. */
export function makeClockApi(run: Run): ClockApi {
  const { setup } = run;
  const startMs = instantOfRow(setup, setup.firstRow);
  return { nowMs: () => nowMs(run), startMs: () => startMs };
}

/** Seeded chance of a run: the same seed gives the same numbers and ids. */
export function makeChanceApi(run: Run): ChanceApi {
  return {
    nextDouble: () => nextDouble(run.chance),
    nextGuid() {
      const digits = Array.from({ length: 32 }, () =>
        Math.floor(nextDouble(run.chance) * 16).toString(16),
      ).join('');
      const parts = [8, 12, 16, 20, 32].map((end, index, ends) =>
        digits.slice(ends[index - 1] ?? 0, end),
      );
      return parts.join('-');
    },
  };
}

/** Log API of a run. Notices are sent only by a live bot; a backtest writes them into its log. */
export function makeLogApi(run: Run): LogApi {
  const { log } = run;
  return {
    write: (severity, message) => writeLine(log, nowMs(run), severity, message),
    writeOnce(key, severity, message) {
      if (isFirst(log, key)) writeLine(log, nowMs(run), severity, message);
    },
    notify(notice) {
      const sent = run.setup.kind === 'live' ? notice : undefined;
      writeLine(log, nowMs(run), 'info', noticeText(notice), sent);
    },
  };
}

/** API of the run itself; `atEnd` takes closures of the script, called after the last update. */
export function makeRunApi(run: Run): RunApi {
  const { setup } = run;
  return {
    kind: setup.kind,
    updateNumber: () => run.stage.row + run.updateOffset,
    isFinal: () => setup.kind === 'live' || run.stage.row >= (setup.finalRow ?? setup.lastRow),
    atEnd(callback) {
      // A function of the script comes as a closure over its call.
      run.atEnd.push(callback as LuaFunction);
      requestAttention(run);
    },
    sleep(milliseconds) {
      run.sleptMs += milliseconds;
    },
  };
}

/** Signals of this update; in a backtest none ever come. */
export function makeSignalApi(run: Run): SignalApi {
  return {
    remoteSignal(id) {
      if (run.signals.length > 0) run.log.requestedIds.add(id);
      const found = run.signals.findLast((signal) => signal.kind === 'remote' && signal.id === id);
      return found?.kind === 'remote' ? found.signal : null;
    },
    webHook(id) {
      if (run.signals.length > 0) run.log.requestedIds.add(id);
      const found = run.signals.findLast(
        (signal) => signal.kind === 'web_hook' && signal.id === id,
      );
      if (found?.kind !== 'web_hook') return null;
      return { payload: valueFromJson(found.payload), receivedAtMs: found.atMs };
    },
    saveRemoteSignal(id, _secret, signal) {
      run.signals.push({ kind: 'remote', id, signal, atMs: nowMs(run) });
    },
    follow(signalId, act) {
      return whileFollowing(run.log, signalId, act);
    },
    followed: () => run.log.followedId,
    noteReception(signalId, reception) {
      run.log.receptions.set(signalId, reception);
    },
  };
}

/**
 * Input API of a run: the chosen value of a declaration, or its default. A chosen value of the
 * wrong type becomes the run's fault.
 */
export function makeInputApi(run: Run): InputApi {
  return {
    value(declaration) {
      const { inputGroup: open } = run;
      // Each update runs the script from the top, where no group is open yet.
      const key = keyOf(declaration, open.row === run.stage.row ? open.label : '');
      const first = run.inputs.get(key);
      if (first === undefined && run.inputs.size < LIMITS.runInputsMax)
        run.inputs.set(key, declaration);
      const { defaultValue } = first ?? declaration;
      const chosen = chosenFor(run, declaration, key);
      if (chosen === null) return defaultValue;
      const value = converted(chosen, first ?? declaration);
      if (value !== null) return value;
      const expected = typeof defaultValue;
      run.inputFault ??= `input "${key}" must be a ${expected}, found "${String(chosen)}"`;
      requestAttention(run);
      return defaultValue;
    },
    openGroup(label) {
      run.inputGroup = { label, row: run.stage.row };
    },
  };
}

function keyOf({ label, group }: InputDeclaration, openGroup: string): string {
  const within = group === '' ? openGroup : group;
  return within === '' ? label : `${within}.${label}`;
}

function chosenFor(run: Run, { label }: InputDeclaration, key: string): ChosenInput | null {
  const { inputs } = run.setup;
  if (Object.hasOwn(inputs, key)) return inputs[key] ?? null;
  return Object.hasOwn(inputs, label) ? (inputs[label] ?? null) : null;
}

/** The chosen value in the kind of the default; null when it has another. */
function converted(chosen: ChosenInput, { defaultValue }: InputDeclaration): ChosenInput | null {
  if (defaultValue === null || typeof chosen === typeof defaultValue) return chosen;
  if (typeof defaultValue === 'number') {
    const number = Number(chosen);
    return typeof chosen === 'string' && chosen !== '' && !Number.isNaN(number) ? number : null;
  }
  if (typeof defaultValue === 'string') return String(chosen);
  if (chosen === 1 || chosen === 'true' || chosen === '1') return true;
  return chosen === 0 || chosen === 'false' || chosen === '0' ? false : null;
}
