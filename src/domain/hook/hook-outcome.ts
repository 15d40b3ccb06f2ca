// What becomes of a message that came in at a hook.

export const HOOK_OUTCOMES = ['taken', 'duplicate', 'refused'] as const;
export type HookOutcome = (typeof HOOK_OUTCOMES)[number];
