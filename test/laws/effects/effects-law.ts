// Law 3: accepted means acted on, or said. Every operation that changes something takes part: it is
// tried in random days, or excused with the reason.

import { readFileSync } from 'node:fs';
import type { Law, TriedCell, Verdict } from '../law.ts';
import { excused } from '../law.ts';
import type { JudgedPromise } from './day.ts';
import { EXCUSED } from './excused-operations.ts';
import type { Promised2xx } from './judge-promise.ts';
import { judgePromise } from './judge-promise.ts';
import { ACTS_KINDS_COUNT, randomDay } from './random-day.ts';

const CHANGING = new Set(['post', 'put', 'patch', 'delete']);
/** So many acts of all kinds make a day; a share of one is this many. */
const ACTS_COUNT = 1_200;

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
};

function changingOperations(): readonly string[] {
  const url = new URL('../../../openapi.json', import.meta.url);
  const { paths } = JSON.parse(readFileSync(url, 'utf8')) as Document;
  return Object.values(paths).flatMap((operations) =>
    Object.entries(operations).flatMap(([method, { operationId }]) =>
      CHANGING.has(method) && operationId !== undefined ? [operationId] : [],
    ),
  );
}

async function* tryCells(seed: number, actsCount: number): AsyncGenerator<TriedCell> {
  for (const [reason, operations] of Object.entries(EXCUSED))
    for (const participant of operations)
      yield { participant, cell: 'its response', verdict: excused(reason) };
  for await (const { operation, act, promised } of randomDay(seed, actsCount))
    yield { participant: operation, cell: act, verdict: judgePromise(promised) };
}

const lived: JudgedPromise[] = [];
/** The first two have all that the violations need; others are lived when that changes. */
const living = someDays([8, 1, 10, 2, 3, 4, 5, 6, 7, 9, 11]);
const PLANTED_ACTS_COUNT = 70;

async function* someDays(seeds: readonly number[]): AsyncGenerator<JudgedPromise> {
  for (const seed of seeds) yield* randomDay(seed, PLANTED_ACTS_COUNT);
}

/** The same days for all violations: each begins with what the ones before have seen of them. */
async function* plantedDay(): AsyncGenerator<JudgedPromise> {
  for (let index = 0; ; index += 1) {
    if (index === lived.length) {
      const next = await living.next();
      if (next.done === true) return;
      lived.push(next.value);
    }
    const promised = lived[index];
    if (promised !== undefined) yield promised;
  }
}

/** The first promise of a day that the judge finds broken once it is spoilt. */
function planted(name: string, spoil: (promised: Promised2xx) => Promised2xx | null) {
  return {
    name,
    async find(): Promise<TriedCell | null> {
      for await (const { operation, act, promised } of plantedDay()) {
        const spoilt = spoil(promised);
        const verdict: Verdict | null = spoilt === null ? null : judgePromise(spoilt);
        if (verdict?.kind === 'broken') return { participant: operation, cell: act, verdict };
      }
      return null;
    },
  };
}

export const EFFECTS_LAW: Law = {
  number: 3,
  title: 'accepted means acted on, or said',
  participants: async () => [...changingOperations(), 'POST /hooks/{secret}'],
  tryCells: ({ share, seed }) =>
    tryCells(seed, Math.max(ACTS_KINDS_COUNT, Math.round(ACTS_COUNT * share))),
  planted: [
    planted('an unheard signal that is called heard', (of) =>
      of.kind === 'signal' && of.trace !== null && of.trace.outcome === 'unheard'
        ? { ...of, trace: { ...of.trace, outcome: 'heard' } }
        : null,
    ),
    planted('a trace without the late order', (of) =>
      of.kind === 'signal' && of.trace !== null && of.ordersSince.length > 0
        ? { ...of, trace: { ...of.trace, orderIds: [] } }
        : null,
    ),
    planted('a signal that the log of its bot does not know', (of) =>
      of.kind === 'signal' && (of.trace?.messages.length ?? 0) > 0 ? { ...of, log: [] } : null,
    ),
    planted('an unheard signal without its event', (of) =>
      of.kind === 'signal' && of.trace?.outcome === 'unheard' ? { ...of, events: [] } : null,
    ),
    planted('a signal to a bot that was stopped first, without a trace', (of) =>
      of.kind === 'signal' && of.wasStopped ? { ...of, trace: null } : null,
    ),
    planted('a signal to a bot that was stopped first, without its event', (of) =>
      of.kind === 'signal' && of.wasStopped && of.isForBot ? { ...of, events: [] } : null,
    ),
    planted('a stop without effect', (of) =>
      of.kind === 'state' && of.wanted['isActivated'] === false
        ? { ...of, seen: { ...of.seen, isActivated: true } }
        : null,
    ),
    planted('a stop that nobody made', (of) =>
      of.kind === 'state' && of.wanted['stoppedBy'] === 'risk'
        ? { ...of, seen: { ...of.seen, stoppedBy: 'script' } }
        : null,
    ),
    planted('an order whose intent nobody sent', (of) =>
      of.kind === 'order' ? { ...of, state: 'pending' } : null,
    ),
    planted('an order without a state in its response', (of) =>
      of.kind === 'order' ? { ...of, said: undefined } : null,
    ),
    planted('a call of a hook that waits for ever', (of) =>
      of.kind === 'call' ? { ...of, outcome: 'queued' } : null,
    ),
    planted('a call of a hook that is called taken before it was', (of) =>
      of.kind === 'call' && of.outcome === 'unheard' ? { ...of, outcome: 'taken' } : null,
    ),
    planted('a signal of a partner that nobody got, without its event', (of) =>
      of.kind === 'partner_signal' && !of.reachesBot ? { ...of, events: [] } : null,
    ),
    planted('an order of unknown outcome that is called open', (of) =>
      of.kind === 'order' && of.mustBeUnknown ? { ...of, said: 'open' } : null,
    ),
    planted('an unheard signal that the home page does not have', (of) =>
      of.kind === 'views' && !of.isForBot ? { ...of, views: { ...of.views, home: [] } } : null,
    ),
    planted('a signal of another outcome in the log of its bot', (of) =>
      of.kind === 'views' && of.isForBot
        ? { ...of, views: { ...of.views, log: ['signal "buy" was not heard'] } }
        : null,
    ),
    planted('an order of a later minute that no event has', (of) =>
      of.kind === 'views' && of.ordersExpected > 1
        ? { ...of, views: { ...of.views, placedOrders: of.views.placedOrders.slice(0, 1) } }
        : null,
    ),
    planted('a position that a stop was to close', (of) =>
      of.kind === 'state' && of.wanted['held'] === '0'
        ? { ...of, seen: { ...of.seen, held: '0.003' } }
        : null,
    ),
    planted('a pause that nobody read, without a word', (of) =>
      of.kind === 'work' && /pause/.test(of.shown.reason ?? '')
        ? { ...of, shown: { ...of.shown, reason: null } }
        : null,
    ),
    planted('a run that waits for ever', (of) =>
      of.kind === 'work' && of.canBeDone
        ? { ...of, shown: { ...of.shown, standing: 'waiting' } }
        : null,
    ),
    planted('a run that failed and is nowhere', (of) =>
      of.kind === 'work' && !of.canBeDone
        ? { ...of, shown: { standing: 'gone', reason: null } }
        : null,
    ),
    planted('a run that was cancelled and is carried out all the same', (of) =>
      of.kind === 'state' && of.wanted['attempts'] === 1
        ? { ...of, seen: { ...of.seen, attempts: 2 } }
        : null,
    ),
    planted('a missed minute that nobody says', (of) =>
      of.kind === 'minutes' ? { ...of, ranCount: of.ranCount - 1, saidLines: [] } : null,
    ),
  ],
};
