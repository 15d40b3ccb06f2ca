// Outcomes of a message that came in at a hook.

/**
 * `queued`: the bot has not read it yet. `taken`: it listens, and its log says what it did.
 * `unheard`: it does not listen, or was stopped before it read it.
 */
export const HOOK_OUTCOMES = ['queued', 'taken', 'unheard', 'duplicate', 'refused'] as const;
export type HookOutcome = (typeof HOOK_OUTCOMES)[number];
