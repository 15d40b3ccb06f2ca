// Messages between a keeper and the processes attached to it: one JSON object per line.

/** From the keeper. `ended` is the last word: PostgreSQL has stopped, or goes on for others. */
export type KeeperMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ended' };

/** From an attached process: its orderly leave. */
export type AttachedMessage = { readonly kind: 'detach' };

/** How a keeper is started: its only argument, as JSON. */
export type KeeperTask = {
  readonly dataDirectory: string;
  readonly settings: readonly string[];
  /** How long PostgreSQL outlives the last attached process. */
  readonly lingerMs: number;
  /** Remove the data directory at the end, unless it holds a file named `keep`. For tests. */
  readonly isScratch: boolean;
};

/** Exit code of a keeper that found another one at work. */
export const KEEPER_BUSY_EXIT_CODE = 75;

/** Line of a message, with its end. */
export function encodeLine(message: KeeperMessage | AttachedMessage): string {
  return `${JSON.stringify(message)}\n`;
}

/** Calls `onMessage` for each whole line in the chunks that it is fed. */
export function lineReader(onMessage: (message: unknown) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onMessage(JSON.parse(line));
  };
}
