// The small parts of the run API: time, chance, the log, signals from outside, and the run itself.

import type { RunNotice } from '#domain/event-log/event.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

export type ClockApi = {
  /** The instant of this update: the close of its newest minute. */
  nowMs(): number;
  /** The instant of the run's first update. */
  startMs(): number;
};

export type ChanceApi = {
  /** From 0 up to, not including, 1; determined by the run's seed. */
  nextDouble(): number;
  nextGuid(): string;
};

export const LOG_SEVERITIES = ['info', 'trade', 'warning', 'error', 'custom'] as const;
export type LogSeverity = (typeof LOG_SEVERITIES)[number];

export type LogApi = {
  write(severity: LogSeverity, message: string, color?: string): void;
  /** Writes once in the life of the run, however often it is called with this key. */
  writeOnce(key: string, severity: LogSeverity, message: string): void;
  /** Writes a line, and sends it to the owner of a live bot. */
  notify(notice: RunNotice): void;
};

/** How a notice stands in the log. */
export function noticeText({ title, message }: RunNotice): string {
  return title === null || title === '' ? message : `${title}: ${message}`;
}

export type SignalApi = {
  /** The newest signal for this id since the last update; null when there is none. */
  remoteSignal(id: string): string | null;
  /** The newest payload of a web hook since the last update, with the second it came in. */
  webHook(id: string): { readonly payload: LuaValue; readonly receivedAtMs: number } | null;
  saveRemoteSignal(id: string, secret: string, signal: string): void;
  /** What is requested and written in `act` follows from the signal; null: from none. */
  follow<T>(signalId: string | null, act: () => T): T;
  /** The signal that is being acted on; null: none. */
  followed(): string | null;
  /** Whether whoever decides listens to it. */
  noteReception(signalId: string, reception: 'heard' | 'unheard'): void;
};

/** Where nothing follows from signals of outside. */
export const FOLLOWS_NOTHING = {
  follow: <T>(_signalId: string | null, act: () => T): T => act(),
  followed: () => null,
  noteReception: () => undefined,
} as const satisfies Partial<SignalApi>;

export type RunApi = {
  /** 'check': the dry run over a flat series that registers inputs. */
  readonly kind: 'check' | 'backtest' | 'live';
  /** Counts updates from 0. */
  updateNumber(): number;
  /** Whether this is a backtest's last update; live runs return true on each. */
  isFinal(): boolean;
  /** Keeps the callback for the end of this update; used by Finalize. */
  atEnd(callback: () => void): void;
  /** Sum of Sleep calls of this update in simulated time; live runs wait it out afterwards. */
  sleep(milliseconds: number): void;
};
