// Signals of partners: who gets one, and what became of it. One is sent in a single round trip,
// because they come by the hundred in a second.

import type { Completion } from '#ports/stores/idempotency-store.ts';

export type SignalToSend = {
  readonly partnerId: string;
  /** The only end user whose bots are meant; null: those of all. */
  readonly endUserId: string | null;
  readonly token: string;
  readonly action: string;
  readonly atMs: number;
  readonly completion: Completion | null;
};

/** What a bot did with a signal. */
export type SignalEffect = {
  /** Names the signal in the inbox of this bot, and in the event that it is. */
  readonly signalId: string;
  readonly botId: string;
  readonly userId: string;
  /** When a step of its run took it in; null: not yet, or it was stopped before. */
  readonly takenAtMs: number | null;
  /** Whether the bot listens to it and ran until it had read it; null: not known yet. */
  readonly reception: 'heard' | 'unheard' | null;
  /** Orders that followed from it, also those of a later minute. */
  readonly orderIds: readonly string[];
  /** What the bot wrote into its log. */
  readonly messages: readonly string[];
};

export type SentSignal = {
  readonly sequence: number;
  readonly token: string;
  readonly action: string;
  readonly receivedAtMs: number;
  readonly effects: readonly SignalEffect[];
};

export type SignalReach = Pick<SignalToSend, 'partnerId' | 'endUserId'>;

export type PartnerSignalStore = {
  /** Puts it into the inboxes of running bots that listen; returns how many got it. */
  sendSignal(signal: SignalToSend): Promise<number>;
  /**
   * Newest first, with what became of each, received at `sinceMs` or later. A reach of one end user
   * is shown the signals that were meant for it alone, or for all. `token` null: of all tokens.
   */
  listSignals(
    reach: SignalReach,
    token: string | null,
    sinceMs: number,
    beforeSequence: number | null,
    limit: number,
  ): Promise<readonly SentSignal[]>;
  /**
   * Forgets at most `limit` signals, and as many effects, from before `beforeMs`; returns how many
   * of which there were more.
   */
  purgeSignals(beforeMs: number, limit: number): Promise<number>;
};
