// Judges an attempt to send a message: it arrived, it is tried again later, it is given up, or the
// channel is disabled.

import type { ChannelAddress } from '#domain/notification/channel.ts';
import { DELIVERY_SPAN_MS, delayAfter } from '#domain/webhook/judge-attempt.ts';
import { DAY_MS } from '#lib/time.ts';

/** What a channel did with a message. `response` and `problem` are in words, without secrets. */
export type SendingResult =
  | { readonly kind: 'accepted'; readonly response: string }
  /** It asks for a pause, which is not a failure. */
  | { readonly kind: 'paused'; readonly retryAfterMs: number; readonly problem: string }
  /** The chat has another address now. */
  | { readonly kind: 'moved'; readonly address: ChannelAddress; readonly problem: string }
  /** It does not take this message, and would not take it later. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** It takes no message any more. */
  | { readonly kind: 'gone'; readonly problem: string }
  | { readonly kind: 'failed'; readonly problem: string };

export type SendingFacts = {
  readonly nowMs: number;
  /** Of this message, this attempt included. */
  readonly attemptsCount: number;
  readonly triedSinceMs: number;
  /** Of the channel, since a message arrived. */
  readonly failuresCount: number;
  readonly failingSinceMs: number | null;
};

export type SendingVerdict =
  | { readonly kind: 'delivered'; readonly response: string }
  | {
      readonly kind: 'postponed';
      readonly problem: string;
      /** When it is tried again, and nothing is sent before. */
      readonly nextAtMs: number;
    }
  | {
      readonly kind: 'failed';
      readonly problem: string;
      /** Of this message; null: it is given up. */
      readonly nextAtMs: number | null;
      /** Other messages are not sent before. */
      readonly retryAtMs: number;
      /** Null: the channel stays enabled. */
      readonly disabledReason: string | null;
    };

/** However long a pause a service asks for. */
const PAUSE_MS_MAX = DAY_MS;
const PAUSE_MS_MIN = 1_000;

/**
 * Next step after an attempt. A channel's own pause is respected within bounds; after the span of
 * delivery the message is given up.
 */
export function judgeSending(result: SendingResult, facts: SendingFacts): SendingVerdict {
  const { nowMs } = facts;
  const isOver = nowMs - facts.triedSinceMs >= DELIVERY_SPAN_MS;
  switch (result.kind) {
    case 'accepted':
      return { kind: 'delivered', response: result.response };
    case 'paused':
    case 'moved': {
      const { problem } = result;
      if (isOver) return failed(problem, facts, null, longFailure(problem, facts));
      const requestedMs = result.kind === 'paused' ? result.retryAfterMs : 0;
      const pauseMs = Math.min(Math.max(requestedMs, PAUSE_MS_MIN), PAUSE_MS_MAX);
      return { kind: 'postponed', problem, nextAtMs: nowMs + pauseMs };
    }
    case 'refused':
      return failed(result.problem, facts, null, longFailure(result.problem, facts));
    case 'gone':
      return failed(result.problem, facts, null, result.problem);
    case 'failed': {
      // An attempt whose process died is no failure.
      const failuresCount = Math.min(facts.attemptsCount, facts.failuresCount + 1);
      const nextAtMs = isOver ? null : nowMs + delayAfter(failuresCount);
      return failed(result.problem, facts, nextAtMs, longFailure(result.problem, facts));
    }
  }
}

function failed(
  problem: string,
  { nowMs, failuresCount }: SendingFacts,
  nextAtMs: number | null,
  disabledReason: string | null,
): SendingVerdict {
  const retryAtMs = nowMs + delayAfter(failuresCount + 1);
  return { kind: 'failed', problem, nextAtMs, retryAtMs, disabledReason };
}

function longFailure(problem: string, { nowMs, failingSinceMs }: SendingFacts): string | null {
  const failingMs = nowMs - (failingSinceMs ?? nowMs);
  return failingMs >= DELIVERY_SPAN_MS ? `It failed for three days. ${problem}` : null;
}
