// Prices of work of the runtime and the library, beside the steps that stand in the text of a
// script, where the work is the same each time. A step of an ordinary program takes about a
// nanosecond, and none may take more than ten of them: `npm run fuzz:cost` looks for one that does.

/** An error that says where it happened, and one whose place is far up the stack. */
export const ERROR_STEPS = 1_000;
export const FAR_ERROR_STEPS = 8_000;
/** An error that is caught, by `pcall`, `xpcall` or `coroutine.resume`. */
export const CATCH_STEPS = 1_000;
/** Stack that an error leaves behind on its way, for each slot. */
export const UNWOUND_SLOT_STEPS = 1;

/** A call that the runtime makes. */
export const CALL_STEPS = 8;
/** A table that `__index` or `__newindex` leads to. */
export const HOP_STEPS = 2;

/** A coroutine that is made; one that is resumed takes its frames up again. */
export const COROUTINE_STEPS = 60;
export const RESUMED_SLOT_STEPS = 1 / 8;

/** An entry of a table beside its list and the names in the text: found, made, and moved. */
export const ENTRY_STEPS = 8;
export const NEW_ENTRY_STEPS = 16;
export const MOVED_ENTRY_STEPS = 2;
/** A number as a key that is far from the list of its table, when it is read. */
export const FAR_KEY_STEPS = 16;
/** A text as a key where names of the text of the script are, when it is new there. */
export const NEW_NAME_STEPS = 16;
/** A name, or another key that is no number, of a table that is gone through. */
export const NAME_STEPS = 3;
/** A cleared entry that is looked up to see that it is cleared. */
export const CLEARED_STEPS = 20;

/** An item of a pattern that is tried at a place. */
export const PATTERN_STEPS = 2;
/** What a place that `gsub` tries, and a match that `gmatch` finds, cost beside the match. */
export const PIECE_STEPS = 8;

/** A number as text: a short whole one, and any other. */
export const SHORT_NUMBER_STEPS = 12;
export const NUMBER_STEPS = 48;
/** A value that `format` writes. */
export const DIRECTIVE_STEPS = 32;
