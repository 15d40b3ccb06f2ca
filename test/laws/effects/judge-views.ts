// The judge of what an owner sees of a signal: log, trace, events, orders and home page say the
// same.

import type { Verdict } from '../law.ts';
import { broken, HELD } from '../law.ts';

export type SignalViews = {
  /** Lines of the bot since it was sent. */
  readonly log: readonly string[];
  /** Null: signals of this way have no trace of their own. `orderIds` null: it names none. */
  readonly trace:
    | readonly {
        readonly outcome: string;
        readonly messages: readonly string[];
        readonly orderIds: readonly string[] | null;
      }[]
    | null;
  /** Types of events since it was sent. */
  readonly events: readonly string[];
  /** Orders that events say were placed. */
  readonly placedOrders: readonly string[];
  /** Of the bot since it was sent. */
  readonly orders: readonly string[];
  /** Reasons of what the home page has about it. */
  readonly home: readonly string[];
};

export type SeenSignal = {
  readonly isForBot: boolean;
  /** Whether some running bot gets it. */
  readonly reachesBot: boolean;
  readonly ordersExpected: number;
  readonly views: SignalViews;
};

export function judgeViews({ isForBot, reachesBot, ordersExpected, views }: SeenSignal): Verdict {
  const { log, trace, events, placedOrders, orders, home } = views;
  if (orders.length !== ordersExpected)
    return broken(`${orders.length} orders followed, not ${ordersExpected}`);
  if (!isSame(orders, placedOrders))
    return broken(`its orders are ${orders.join()}, those of its events ${placedOrders.join()}`);
  const received = events.filter((type) => type === 'signal.received').length;
  if (received !== Number(reachesBot)) return broken(`${received} events say that a bot got it`);
  const unheard = events.filter((type) => type === 'signal.unheard').length;
  if (unheard !== Number(!isForBot)) return broken(`${unheard} events say that nobody heard it`);
  if (home.length !== unheard) return broken(`the home page has ${home.length} lines about it`);
  const denies = (text: string): boolean => /was not heard|No running bot/.test(text);
  const said = log.filter((line) => line.startsWith('signal "'));
  if (said.length !== Number(reachesBot)) return broken(`its log has ${said.length} lines of it`);
  const wrong = [...said, ...home].find((text) => denies(text) === isForBot);
  if (wrong !== undefined) return broken(`"${wrong}" is said of it`);
  return judgeTrace(isForBot, trace, views);
}

function judgeTrace(
  isForBot: boolean,
  trace: SignalViews['trace'],
  { log, orders }: SignalViews,
): Verdict {
  if (trace === null) return HELD;
  const [effect] = trace;
  if (effect === undefined || trace.length > 1) return broken(`its trace has ${trace.length} rows`);
  const wanted = isForBot ? ['heard', 'taken'] : ['unheard'];
  if (!wanted.includes(effect.outcome)) return broken(`its trace calls it "${effect.outcome}"`);
  if (effect.orderIds !== null && !isSame(effect.orderIds, orders))
    return broken(`its trace names ${effect.orderIds.join()}, its orders are ${orders.join()}`);
  const strange = effect.messages.find((message) => !log.includes(message));
  return strange === undefined ? HELD : broken(`its log lacks "${strange}"`);
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.toSorted().join() === right.toSorted().join();
}
