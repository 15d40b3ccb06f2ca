// Commands that may give any number of values; all others give one, or nil.

export const SEVERAL_RESULTS: ReadonlySet<string> = new Set(['Library', 'OptimizedForInterval']);
