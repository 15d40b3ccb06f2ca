// Inbox of running bots: inputs sent from outside. An input waits in the bot's inbox until a step
// of its run takes it in (`taken` of BotRunStep): exactly once, whatever happens to the processes.

import type { Json } from '#lib/json.ts';
import type { PartClosed } from '#domain/strategy/signal-action.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';

export type BotInput =
  /**
   * A signal: `name` is what the bot listens to (of a strategy its token, of a script the id that
   * it asks for), `action` what to do. `payload` is for scripts that read more than an action.
   */
  | {
      readonly kind: 'signal';
      readonly name: string;
      readonly action: string;
      /** When it was given, as its sender says. */
      readonly signalAtMs: number;
      readonly payload: Json;
      /** Of an exit that leaves a part; left out: of all. Only signal bots get one. */
      readonly part?: PartClosed;
    }
  /** The settings of a running strategy were changed; `config` is all of them, as text. */
  | { readonly kind: 'edited'; readonly config: string }
  /** Its owner pauses it, or has it go on. */
  | { readonly kind: 'switched'; readonly isPaused: boolean };

export type BotDelivery = { readonly botId: string; readonly input: BotInput };

export type WaitingInput = BotDelivery & {
  /** Grows with each input of a bot. */
  readonly sequence: number;
  readonly activation: number;
  readonly receivedAtMs: number;
  /** The `traceparent` of what sent it; absent or null: that was not traced. */
  readonly traceParent?: string | null;
};

/** All throw Failure; `send` may throw OutcomeUnknown. */
export type BotInbox = {
  /**
   * Puts inputs into the inboxes of those bots that run now, in the order given, and completes the
   * request that requested it in the same transaction, unless no bot got any. Returns, in no order,
   * the ids of the bots that got theirs: one that does not run, or whose inbox is full, gets
   * nothing. Processes that run bots hear of it at once.
   */
  send(
    deliveries: readonly BotDelivery[],
    atMs: number,
    completion: Completion | null,
  ): Promise<readonly string[]>;
  /**
   * What waits for running bots of the shards, oldest first, but for `known` sequences; at most so
   * many.
   */
  listWaiting(
    shards: readonly number[],
    limit: number,
    known?: readonly number[],
  ): Promise<readonly WaitingInput[]>;
  /**
   * Takes out what waits for a run of these shards' bots that has ended, at most so many, and says
   * so to its owner and sender: in the bot's log, and of signals in the trace and as an event. So
   * it does of signals that a run took in and had nothing to say of when it ended. Returns the
   * number.
   */
  endUnread(shards: readonly number[], atMs: number, limit: number): Promise<number>;
};

/** As its bot's log says it, and its trace from then on. */
export function unreadSignalText(name: string, action: string): string {
  return `signal "${name}" (${action}) was not heard: the bot was stopped before it read it`;
}

/** Of other input that its bot was stopped before it read, by what it was: as its log says it. */
export const UNREAD_INPUT = {
  edited: 'new settings were not read: the bot was stopped before; they apply from its next start',
  paused: 'a pause was not read: the bot was stopped before; its next start is not paused',
  resumed: 'the end of a pause was not read: the bot was stopped before',
} as const;

/** Of an input that is damaged where it is stored. */
export const DAMAGED_INPUT =
  'something that was sent to the bot was not read: it is damaged where it is stored';

/** Of a signal that was taken in, and of which a run that has ended said nothing. */
export const SILENT_SIGNAL = 'a signal was not heard: the bot was stopped before it acted on it';

/** A signal that waits for a bot that was stopped, and will not be read. */
export const UNREAD_SIGNAL = 'The bot was stopped before it read the signal.';
