// Age of a price: what a market traded at some time ago is not what it trades at.

/** The price of a market in view is read more often, by its stream or by request. */
export const FRESH_MS = 30_000;

/** `at`: when it was the price; null: there is none. */
export function isOldPrice(at: string | null | undefined, nowMs: number): boolean {
  return typeof at === 'string' && nowMs - Date.parse(at) > FRESH_MS;
}
