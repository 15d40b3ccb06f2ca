// The instants at which a process of a campaign can be stopped, each between two steps of an order.

export const HALT_INSTANTS = ['before_link', 'signed', 'responded', 'after_link'] as const;
export type HaltInstant = (typeof HALT_INSTANTS)[number];

/** Names the file in which a process finds the instant at which it is to stop itself. */
export const HALT_FILE_VARIABLE = 'TIDEMILL_TEST_HALT_FILE';
