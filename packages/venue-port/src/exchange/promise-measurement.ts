// Measurements of an exchange's promises by a probe at a test net.

/** What became of a second order of a name that was used before. */
export const SECOND_ORDERS = ['first', 'refused', 'placed', 'not_measured'] as const;
/** `first`: the exchange returned the first one. `placed`: there are two now. */
export type SecondOrder = (typeof SECOND_ORDERS)[number];

export const PROBE_SOURCES = ['test_net', 'loopback'] as const;

export type PromiseMeasurement = {
  readonly exchange: string;
  /** What it was measured at. */
  readonly source: (typeof PROBE_SOURCES)[number];
  readonly measuredAtMs: number;
  /** Tells the keys of probes apart, and says nothing else of them. */
  readonly keyMark: string;
  readonly secondOrder: {
    readonly whileOpen: SecondOrder;
    readonly afterCancel: SecondOrder;
    readonly afterFill: SecondOrder;
  };
  /** Whether an order was found by its name in each state that it had. */
  readonly isFoundInAnyState: boolean;
  /** The longest time from the reply to an order until look-ups and lists showed it. */
  readonly visibilityLagMs: number;
  /** What became of a request whose time stamp was older than its window. */
  readonly lateRequest: 'refused' | 'carried_out' | 'not_measured';
  /** Orders of this probe, for later ones to look up: so the purge of ended orders is measured. */
  readonly endedOrders: readonly EndedOrder[];
  /** The shortest age at which an ended order of an earlier probe was gone; null: none was. */
  readonly goneAfterMs: { readonly filled: number | null; readonly unfilled: number | null };
};

export type EndedOrder = {
  readonly marketTag: string;
  readonly clientOrderId: string;
  readonly venueOrderId: string;
  readonly wasFilled: boolean;
  readonly endedAtMs: number;
};
