// The judge of law 3: each 2xx to an intent ends in its effect, or in a reason where its owner
// looks, within its deadline.

import type { Verdict } from '../law.ts';
import { broken, HELD } from '../law.ts';
import type { SeenSignal } from './judge-views.ts';
import { judgeViews } from './judge-views.ts';

/** What a 2xx promised, and what its owner sees at the deadline. */
export type Promised2xx =
  | {
      readonly kind: 'signal';
      /** Whether the bot listens to its name, as whoever made both knows. */
      readonly isForBot: boolean;
      /** Orders of the bot that nothing else can have led to. */
      readonly ordersSince: readonly string[];
      readonly trace: SignalView | null;
      readonly log: readonly string[];
      readonly events: readonly string[];
      readonly wasStopped: boolean;
      /** A script may hear a signal and have nothing to say of it. */
      readonly mayBeSilent: boolean;
    }
  | {
      /** A message at a hook. */
      readonly kind: 'call';
      /** Whether the bot listens to its name, and runs until it has read it. */
      readonly isHeard: boolean;
      readonly outcome: string;
      readonly detail: string;
      readonly log: readonly string[];
      readonly events: readonly string[];
    }
  | {
      readonly kind: 'partner_signal';
      readonly isHeard: boolean;
      /** Whether some running bot listens to its token. */
      readonly reachesBot: boolean;
      readonly outcome: string;
      readonly orderIds: readonly string[];
      readonly messages: readonly string[];
      readonly ordersSince: readonly string[];
      /** About its token, or its bot. */
      readonly events: readonly string[];
    }
  | {
      readonly kind: 'state';
      readonly wanted: Readonly<Record<string, unknown>>;
      readonly seen: Readonly<Record<string, unknown>>;
      /** Types of events that say so. */
      readonly eventWanted: string | null;
      readonly events: readonly string[];
    }
  | {
      readonly kind: 'order';
      /** As the response said; undefined: nothing. */
      readonly said: string | undefined;
      readonly state: string | null;
      readonly reason: string | null;
      readonly mustHaveReason: boolean;
      /** No response came, so nobody knows yet whether it arrived. */
      readonly mustBeUnknown: boolean;
    }
  | {
      /** Something that is done later, as its owner is shown it at the deadline. */
      readonly kind: 'work';
      /** Whether it can be done, as whoever made the day knows. */
      readonly canBeDone: boolean;
      readonly shown: WorkView;
      /** Type of the event that says how it ended; null: none does. */
      readonly eventWanted: string | null;
      readonly events: readonly string[];
    }
  | ({ readonly kind: 'views' } & SeenSignal)
  | {
      readonly kind: 'minutes';
      readonly expectedCount: number;
      readonly ranCount: number;
      /** Lines that say that minutes were left out. */
      readonly saidLines: readonly string[];
    };

export type SignalView = {
  readonly outcome: 'waiting' | 'heard' | 'unheard';
  readonly orderIds: readonly string[];
  readonly messages: readonly string[];
};

export type WorkView = {
  /** `gone`: nothing is shown of it. */
  readonly standing: 'waiting' | 'done' | 'not_done' | 'gone';
  /** Why it was not done, where its owner looks. */
  readonly reason: string | null;
};

export function judgePromise(promised: Promised2xx): Verdict {
  switch (promised.kind) {
    case 'signal':
      return judgeSignal(promised);
    case 'call':
      return judgeCall(promised);
    case 'partner_signal':
      return judgePartnerSignal(promised);
    case 'state':
      return judgeState(promised);
    case 'order':
      return judgeOrder(promised);
    case 'work':
      return judgeWork(promised);
    case 'views':
      return judgeViews(promised);
    case 'minutes': {
      const { expectedCount, ranCount, saidLines } = promised;
      if (ranCount >= expectedCount || saidLines.length > 0) return HELD;
      return broken(`${expectedCount - ranCount} minutes did not run, and no line says so`);
    }
  }
}

function judgeSignal({
  isForBot,
  ordersSince,
  trace,
  log,
  events,
  wasStopped,
  mayBeSilent,
}: Extract<Promised2xx, { kind: 'signal' }>): Verdict {
  if (trace === null || trace.outcome === 'waiting')
    return broken('the trace does not say what became of it');
  if (wasStopped || !isForBot) {
    if (trace.outcome !== 'unheard') return broken(`nobody listens, and it is "${trace.outcome}"`);
    if (!events.includes('signal.unheard')) return broken('no event says that nobody heard it');
  } else if (trace.outcome !== 'heard')
    return broken(`the bot listens, and it is "${trace.outcome}"`);
  const [line] = trace.messages;
  if (line === undefined && ordersSince.length === 0 && !(isForBot && mayBeSilent))
    return broken('neither an order nor a line says what was done');
  const silent = trace.messages.find((message) => !log.includes(message));
  if (silent !== undefined) return broken(`the log of the bot lacks "${silent}"`);
  const lost = ordersSince.find((orderId) => !trace.orderIds.includes(orderId));
  return lost === undefined
    ? HELD
    : broken(`order ${lost} followed from it, and the trace lacks it`);
}

function judgeCall({
  isHeard,
  outcome,
  detail,
  log,
  events,
}: Extract<Promised2xx, { kind: 'call' }>): Verdict {
  const wanted = isHeard ? 'taken' : 'unheard';
  if (outcome !== wanted) return broken(`it is "${outcome}", not "${wanted}"`);
  if (detail === '') return broken('no words say what became of it');
  if (!log.includes(detail)) return broken(`the log of the bot lacks "${detail}"`);
  if (!isHeard && !events.includes('signal.unheard'))
    return broken('no event says that nobody heard it');
  return HELD;
}

function judgePartnerSignal(signal: Extract<Promised2xx, { kind: 'partner_signal' }>): Verdict {
  const { isHeard, reachesBot, outcome, orderIds, messages, ordersSince, events } = signal;
  const wanted = isHeard ? 'heard' : 'unheard';
  if (outcome !== wanted) return broken(`it is "${outcome}", not "${wanted}"`);
  if (!isHeard && !events.includes('signal.unheard'))
    return broken('no event says that no bot got it, or read it');
  if (reachesBot && messages.length === 0) return broken('no line says what was done');
  const lost = ordersSince.find((orderId) => isHeard && !orderIds.includes(orderId));
  return lost === undefined
    ? HELD
    : broken(`order ${lost} followed from it, and the trace lacks it`);
}

function judgeState({
  wanted,
  seen,
  eventWanted,
  events,
}: Extract<Promised2xx, { kind: 'state' }>): Verdict {
  for (const [name, value] of Object.entries(wanted))
    if (seen[name] !== value)
      return broken(`${name} is ${String(seen[name])}, not ${String(value)}`);
  if (eventWanted !== null && !events.includes(eventWanted))
    return broken(`no ${eventWanted} event`);
  return HELD;
}

function judgeOrder({
  said,
  state,
  reason,
  mustHaveReason,
  mustBeUnknown,
}: Extract<Promised2xx, { kind: 'order' }>): Verdict {
  if (said === undefined) return broken('its 201 does not say what is known of it');
  if (state === null) return broken('the order is nowhere');
  if (mustBeUnknown && (said !== 'unknown' || state !== 'unknown'))
    return broken(`no response came, and it is ${said}, then ${state}`);
  if (state === 'pending') return broken('nobody sent it, and nobody says so');
  if (mustHaveReason && (reason === null || reason === ''))
    return broken(`it is ${state}, and no reason says who did that`);
  return HELD;
}

function judgeWork(work: Extract<Promised2xx, { kind: 'work' }>): Verdict {
  const { canBeDone, shown, eventWanted, events } = work;
  const { standing, reason } = shown;
  if (standing === 'gone') return broken('nothing is shown of it any more');
  const wanted = canBeDone ? 'done' : 'not_done';
  if (standing !== wanted) return broken(`it is "${standing}", not "${wanted}"`);
  if (!canBeDone && (reason === null || reason === '')) return broken('nobody says why it was not');
  if (eventWanted !== null && !events.includes(eventWanted))
    return broken(`no ${eventWanted} event`);
  return HELD;
}
