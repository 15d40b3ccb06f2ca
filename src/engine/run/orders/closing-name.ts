// The run's name of the order that closes what its stopped bot held: it was placed by no script,
// and the run first hears of it when it fills.

const BEGINNING = 'close:';

/** `placedCount`: how many orders the run has requested. */
export const closingName = (placedCount: number, marketTag: string): string =>
  `${BEGINNING}${placedCount}:${marketTag}`;

export const isClosingName = (orderId: string): boolean => orderId.startsWith(BEGINNING);
