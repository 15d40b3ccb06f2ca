// The judge of law 6: an operation that does not name what is in trouble responds as on a quiet
// day, while requests to it are still under way, and sends none there by itself.

import type { Took, Verdict } from '../law.ts';
import { broken, excused, HELD } from '../law.ts';

/** A response: its status, the code of its problem, when to try again, and what it took. */
export type Outcome = {
  readonly status: number;
  readonly code: string | null;
  readonly retryAfter: string | null;
  readonly took: Took;
};

export const NO_OUTCOME: Outcome = {
  status: 0,
  code: null,
  retryAfter: null,
  took: { turnsCount: 0, ms: 0 },
};

export type Observation = {
  /** Null: there was none while everything in trouble was as it was. */
  readonly outcome: Outcome | null;
  /** Requests to what is in trouble that began with this operation. */
  readonly requestsCount: number;
};

/** Of an operation that names nothing in trouble. */
export function judgeBystander(quiet: Outcome, { outcome, requestsCount }: Observation): Verdict {
  if (outcome === null) return broken('there is no response while what is in trouble says nothing');
  if (outcome.status !== quiet.status || outcome.code !== quiet.code)
    return broken(`${shown(outcome)} in place of ${shown(quiet)}`);
  return requestsCount === 0
    ? HELD
    : broken(`sends ${requestsCount} requests to what is known to fail`);
}

/** Of one that names it: the codes are those that the document lists for the operation. */
export function judgeNamed(codes: readonly string[], { outcome }: Observation): Verdict {
  if (outcome === null) return excused('it names what is in trouble, and waits for it');
  const { status, code } = outcome;
  if (code === null) return status < 400 ? HELD : broken(`${status} without a code`);
  return codes.includes(code) ? HELD : broken(`${shown(outcome)}, which is not documented`);
}

/**
 * Of one under which the store failed: it says nothing of what was requested, so that the same
 * request gets what it usually gets as soon as the store works. `mayBeDone`: a deletion whose
 * response was lost.
 */
export function judgeTroubled(
  quiet: Outcome,
  during: Outcome | null,
  after: Outcome | null,
  mayBeDone: boolean,
): Verdict {
  if (during === null || after === null) return broken('there is no response');
  const isUsual = during.status === quiet.status && during.code === quiet.code;
  const isPutOff = during.status === 503 && during.code === 'temporarily_unavailable';
  if (quiet.status === 404 && during.status < 300)
    return excused('what an earlier request reported as undone is still there');
  if (!isUsual && !isPutOff) return broken(`${shown(during)} while the store failed`);
  if (isPutOff && during.retryAfter === null) return broken('503 without Retry-After');
  if (mayBeDone && after.status === 404) return excused('it was done, and its response lost');
  return after.status === quiet.status && after.code === quiet.code
    ? HELD
    : broken(`afterwards ${shown(after)} in place of ${shown(quiet)}`);
}

function shown({ status, code }: Outcome): string {
  return code === null ? String(status) : `${status} ${code}`;
}
