// Time after the begin of a minute during which its open is still the price.

/**
 * What arrives within this time is matched as of the instant that it was decided for, and funding
 * of the begin of the minute is paid at the price of then.
 */
export const ARRIVAL_GRACE_MS = 10_000;
