// The process for exchanges as the service sees it where another process holds the venue key and
// starts it: what can be done with a child process, through the process that holds the key.

import { assert } from '#lib/assert.ts';
import type { Environment } from '#main/settings/config.ts';

/** Set by the process that holds the key, for the service that it runs. */
export const HELD_VARIABLE = 'TIDEMILL_KEY_HOLDER';

export type ToHolder =
  | { readonly kind: 'start'; readonly environment: Environment }
  | { readonly kind: 'kill'; readonly signal: NodeJS.Signals }
  /** Lets it end in order. */
  | { readonly kind: 'release' };

export type FromHolder =
  | { readonly kind: 'started'; readonly pid: number | undefined }
  /** From the process for exchanges. */
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'exit'; readonly ending: string };

/** What the service needs of a process beside it. */
export type BesideProcess = {
  readonly connected: boolean;
  /** Not known of one that could not be started, or not yet. */
  readonly pid?: number | undefined;
  kill(signal: NodeJS.Signals): unknown;
  disconnect(): void;
};

export type HeldProcess = BesideProcess & {
  onMessage(listener: (message: unknown) => void): void;
  /** Resolves with how it ended. */
  readonly ending: Promise<string>;
};

/** Whether this process may be read by others without showing the venue key: it has none. */
export function isKeyHeld(environment: Environment): boolean {
  return environment[HELD_VARIABLE] === '1' && process.send !== undefined;
}

/** One at a time. */
export function startHeldProcess(environment: Environment): HeldProcess {
  const listeners: ((message: unknown) => void)[] = [];
  const { promise: ending, resolve } = Promise.withResolvers<string>();
  let connected = true;
  let pid: number | undefined;
  const end = (text: string): void => {
    connected = false;
    process.off('message', hear);
    process.off('disconnect', lose);
    resolve(text);
  };
  const hear = (message: FromHolder): void => {
    if (message.kind === 'exit') return end(message.ending);
    if (message.kind === 'started') {
      pid = message.pid;
      return;
    }
    for (const listener of listeners) listener(message.message);
  };
  const lose = (): void => end('the process that holds the venue key is gone');
  process.on('message', hear);
  process.on('disconnect', lose);
  tell({ kind: 'start', environment });
  return {
    ending,
    get connected() {
      return connected;
    },
    get pid() {
      return pid;
    },
    onMessage: (listener) => void listeners.push(listener),
    kill: (signal) => tell({ kind: 'kill', signal }),
    disconnect() {
      connected = false;
      tell({ kind: 'release' });
    },
  };
}

function tell(message: ToHolder): void {
  assert(process.send !== undefined, 'a held process has a holder');
  if (process.connected) process.send(message);
}
