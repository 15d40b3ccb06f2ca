// Stopper of a bot. What a person or the risk switch stopped needs nobody's attention; what ended
// for any other reason does.

export const STOPPERS = ['user', 'risk', 'script', 'exchange', 'service'] as const;
/**
 * `user`: by hand, or by removing its key. `risk`: the risk switch or a limit of its account.
 * `script`: its script or strategy ended it, or failed. `exchange`: its market, its key or what it
 * held is gone. `service`: it could not be taken up or carried on.
 */
export type Stopper = (typeof STOPPERS)[number];
