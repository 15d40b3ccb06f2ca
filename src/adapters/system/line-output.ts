// Lines on their way to a file descriptor that may not take them: a pipe whose reader has gone, a
// file on a full disk. What cannot be written is lost and counted; nobody waits for it.

import { write as writeLater, writeSync } from 'node:fs';

export type LineOutput = {
  /** Sooner or later, together with others. */
  write(this: void, line: string): void;
  /** Writes what waits before it returns, as far as that is possible at once. */
  flush(this: void): void;
};

/** The calls of the operating system; replaced by tests. */
export type Descriptor = {
  /** Returns how many bytes it took. Throws what the system says. */
  writeNow(bytes: Uint8Array): number;
  writeSoon(bytes: Uint8Array, onEnd: (error: Error | null, count: number) => void): void;
};

export type LineOutputOptions = {
  readonly descriptor: Descriptor;
  /** So much is written without waiting for more; the rest after so long. */
  readonly gatheredBytes: number;
  readonly gatheredMs: number;
  /** What waits beyond this is lost. */
  readonly waitingBytesMax: number;
  /** The line that says how many were lost, once lines can be written again. */
  lostLine(count: number): string;
};

const END_OF_LINE = 10;
/** A full pipe takes more after a moment; a log is not worth a longer one. */
const FULL_TRIES_MAX = 5;
const FULL_PAUSE_MS = 2;

/** Descriptor of an open file, by its number. */
export function descriptorOf(fd: number): Descriptor {
  return {
    writeNow: (bytes) => writeSync(fd, bytes),
    writeSoon: (bytes, onEnd) => writeLater(fd, bytes, onEnd),
  };
}

type State = LineOutputOptions & {
  waiting: Buffer[];
  waitingBytes: number;
  /** 0: nothing is being written. */
  writingBytes: number;
  isTimed: boolean;
  lostCount: number;
};

/** Output that gathers lines up to a size or a time; `flush` writes what waits. */
export function lineOutput(options: LineOutputOptions): LineOutput {
  const state: State = {
    ...options,
    waiting: [],
    waitingBytes: 0,
    writingBytes: 0,
    isTimed: false,
    lostCount: 0,
  };
  return {
    write(line) {
      add(state, line);
      if (state.waitingBytes >= state.gatheredBytes) writeGathered(state);
      else writeInTime(state);
    },
    flush: () => flush(state),
  };
}

function add(state: State, line: string): void {
  const bytes = Buffer.from(line);
  const { waitingBytes, writingBytes, waitingBytesMax } = state;
  if (waitingBytes + writingBytes + bytes.length > waitingBytesMax) {
    state.lostCount += 1;
    return;
  }
  state.waiting.push(bytes);
  state.waitingBytes += bytes.length;
}

function writeInTime(state: State): void {
  if (state.isTimed) return;
  state.isTimed = true;
  setTimeout(() => {
    state.isTimed = false;
    writeGathered(state);
  }, state.gatheredMs).unref();
}

function writeGathered(state: State): void {
  if (state.writingBytes > 0 || state.waitingBytes === 0) return;
  const bytes = take(state);
  state.writingBytes = bytes.length;
  state.descriptor.writeSoon(bytes, (error, count) => {
    state.writingBytes = 0;
    const isFull = error !== null && isOfFullPipe(error);
    if (error !== null && !isFull) lose(state, bytes);
    else putBack(state, bytes.subarray(isFull ? 0 : count));
    if (error === null) noteLost(state);
    if (state.waitingBytes > 0) writeInTime(state);
  });
}

/** What is being written meanwhile is not waited for. */
function flush(state: State): void {
  for (let tries = 0; state.waitingBytes > 0 && tries < FULL_TRIES_MAX; tries += 1) {
    const bytes = take(state);
    try {
      putBack(state, bytes.subarray(state.descriptor.writeNow(bytes)));
      noteLost(state);
    } catch (error) {
      if (!isOfFullPipe(error)) return lose(state, bytes);
      putBack(state, bytes);
      pauseHere(FULL_PAUSE_MS);
    }
  }
  if (state.waitingBytes > 0) writeInTime(state);
}

function take(state: State): Buffer {
  const bytes = Buffer.concat(state.waiting);
  state.waiting = [];
  state.waitingBytes = 0;
  return bytes;
}

function putBack(state: State, rest: Buffer): void {
  if (rest.length === 0) return;
  state.waiting.unshift(rest);
  state.waitingBytes += rest.length;
}

function lose(state: State, bytes: Uint8Array): void {
  state.lostCount += bytes.reduce((count, byte) => (byte === END_OF_LINE ? count + 1 : count), 0);
}

function noteLost(state: State): void {
  const { lostCount } = state;
  if (lostCount === 0) return;
  state.lostCount = 0;
  add(state, state.lostLine(lostCount));
}

function isOfFullPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}

function pauseHere(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);
}
