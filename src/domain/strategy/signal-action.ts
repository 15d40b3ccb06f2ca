// What a signal can tell a bot, by the names that partners send.

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
