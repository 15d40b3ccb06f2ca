// The judge of a run of chaos, from outside: responses that clients got, beside what is stored in
// the end. It knows the rules of keyed orders alone, and nothing of how they are carried out.

export type AcknowledgedOrder = { readonly key: string; readonly orderId: string };

export type RealOrder = {
  readonly orderId: string;
  /** Under which the exchange has it. */
  readonly name: string;
  readonly state: string;
};

export type History = {
  /** Each response 201, in the order of arrival; a key may have several. */
  readonly acknowledged: readonly AcknowledgedOrder[];
  /** Keys that were sent, acknowledged or not. */
  readonly sentKeys: ReadonlySet<string>;
  /** Of all orders that are stored. */
  readonly storedOrderIds: readonly string[];
  /** What is wrong with the books of simulated accounts, and with the log of events. */
  readonly ledgerFaults: readonly string[];
  readonly eventFaults: readonly string[];
  /** Signals that were sent to bots, by their ids: whether they were acknowledged. */
  readonly signals: ReadonlyMap<string, boolean>;
  /** Ids of signals as the logs of bots have them. */
  readonly heard: readonly string[];
  /** How many orders of bots there are: each signal makes one at most. */
  readonly botOrdersCount: number;
  /** Runs of bots that stopped although nobody stopped them. */
  readonly stoppedBots: readonly string[];
  /** Resting orders whose operations cannot have happened one after another, by their keys. */
  readonly disorders: ReadonlyMap<string, string>;
  /** Of all orders that are stored of the account at the exchange on the loopback. */
  readonly realOrders: readonly RealOrder[];
  /** Our names of all orders that the exchange has of that account, as often as it has them. */
  readonly venueNames: readonly string[];
  /** States in which backtests that were acknowledged are in the end; null: it is not there. */
  readonly backtestStates: ReadonlyMap<string, string | null>;
};

/** Each violation in words; empty: none. */
export function judgeHistory(history: History): readonly string[] {
  const { acknowledged, sentKeys, storedOrderIds } = history;
  const stored = new Set(storedOrderIds);
  const idsByKey = Map.groupBy(acknowledged, ({ key }) => key);
  const keysById = Map.groupBy(acknowledged, ({ orderId }) => orderId);
  const lost = [...keysById.keys()].filter((id) => !stored.has(id));
  const doubled = [...idsByKey].filter(([, all]) => countOf(all, 'orderId') > 1);
  const shared = [...keysById].filter(([, all]) => countOf(all, 'key') > 1);
  return [
    ...lost.map((id) => `order ${id} was acknowledged and is not there`),
    ...doubled.map(([key]) => `key ${key} made several orders`),
    ...shared.map(([id]) => `order ${id} was returned for several keys`),
    ...(stored.size > sentKeys.size
      ? [`${stored.size} orders are stored, and ${sentKeys.size} keys were sent`]
      : []),
    ...(stored.size < storedOrderIds.length ? ['an order is stored twice'] : []),
    ...history.ledgerFaults.map((fault) => `ledger: ${fault}`),
    ...history.eventFaults.map((fault) => `events: ${fault}`),
    ...history.stoppedBots.map((bot) => `bot stopped: ${bot}`),
    ...[...history.disorders].map(([key, how]) => `key ${key} is not linearizable: ${how}`),
    ...judgeSignals(history),
    ...judgeExchange(history),
    ...[...history.backtestStates]
      .filter(([, state]) => state !== 'finished')
      .map(([id, state]) => `backtest ${id} is ${state ?? 'not there'}`),
  ];
}

/** Each is heard once where it was acknowledged, and once at most where it was sent. */
function judgeSignals({ signals, heard, botOrdersCount }: History): readonly string[] {
  const counts = new Map<string, number>();
  for (const id of heard) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [
    ...[...signals].flatMap(([id, isAcknowledged]) => {
      const count = counts.get(id) ?? 0;
      if (count === 1 || (count === 0 && !isAcknowledged)) return [];
      const how = isAcknowledged ? 'acknowledged' : 'sent';
      return [`signal ${id} was ${how} and was heard ${count} times`];
    }),
    ...[...counts.keys()]
      .filter((id) => !signals.has(id))
      .map((id) => `signal ${id} was heard, and nobody sent it`),
    ...(botOrdersCount > heard.length
      ? [`bots heard ${heard.length} signals and made ${botOrdersCount} orders`]
      : []),
  ];
}

const NOT_PLACED: ReadonlySet<string> = new Set(['rejected', 'unplaced']);
const IN_DOUBT: ReadonlySet<string> = new Set(['pending', 'unknown', 'lost']);

/** Each order is at the exchange as often as its state says, and nothing else is there. */
function judgeExchange({ realOrders, venueNames }: History): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of venueNames) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ours = new Set(realOrders.map(({ name }) => name));
  return [
    ...realOrders.flatMap(({ orderId, name, state }) => {
      const count = counts.get(name) ?? 0;
      if (IN_DOUBT.has(state)) return [`order ${orderId} is still "${state}"`];
      if (count === (NOT_PLACED.has(state) ? 0 : 1)) return [];
      return [`order ${orderId}, "${state}", is ${count} times at the exchange`];
    }),
    ...[...counts.keys()]
      .filter((name) => !ours.has(name))
      .map((name) => `the exchange has the order ${name}, which is not ours`),
  ];
}

function countOf(all: readonly AcknowledgedOrder[], field: keyof AcknowledgedOrder): number {
  return new Set(all.map((each) => each[field])).size;
}
