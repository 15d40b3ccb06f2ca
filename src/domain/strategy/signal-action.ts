// Actions of a signal, by the names that partners send.

export const SIGNAL_ACTIONS = [
  'buy',
  'enter_long',
  'sell',
  'enter_short',
  'exit_position',
  'exit_long',
  'exit_short',
] as const;
export type SignalAction = (typeof SIGNAL_ACTIONS)[number];

/** Type guard for the word of a signal from outside. */
export function isSignalAction(word: string): word is SignalAction {
  return SIGNAL_ACTIONS.some((action) => action === word);
}

/**
 * An exit of a part: its sender closed `closed` of the `of` that it held, both decimals above zero.
 * A bot closes the same share of what it holds.
 */
export type PartClosed = { readonly closed: string; readonly of: string };
