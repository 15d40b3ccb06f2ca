// The judge of a run of chaos, from outside: responses that clients got, beside what is stored in
// the end. It knows the rules of keyed orders alone, and nothing of how they are carried out.

export type AcknowledgedOrder = { readonly key: string; readonly orderId: string };

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
  /** Runs of bots that stopped although nobody stopped them. */
  readonly stoppedBots: readonly string[];
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
  ];
}

function countOf(all: readonly AcknowledgedOrder[], field: keyof AcknowledgedOrder): number {
  return new Set(all.map((each) => each[field])).size;
}
