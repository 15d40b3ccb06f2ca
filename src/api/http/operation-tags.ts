// The groups of operations, each with what it is about.

export const OPERATION_TAGS = {
  Markets: 'What can be traded, with steps, minimums and fees.',
  Exchanges: 'The exchanges that this installation knows.',
  Accounts: 'Your accounts at exchanges, what they hold, and their open orders and positions.',
  Orders: 'Placing and cancelling orders by hand.',
  Events: 'What happened, as one log.',
  Bots: 'Scripts that trade on an account until they are stopped.',
  Scripts: 'Lua sources, what compiling them found, and their inputs.',
  Backtests: 'Runs of a script over past prices, and what came out.',
  Labs: 'Runs of one script with many combinations of its inputs.',
  Access: 'Who may do what: keys, users, and the log of what was done.',
  Operator: 'The state of the installation, for its owners.',
  Risk: 'Stopping all trading of a user at once.',
  'White label': "A partner's end users, their bots and backtests, signals, keys and the bill.",
  Partner: 'The same operations under `/v1/partner`, for keys with the scope `partner`.',
} as const;

export type OperationTag = keyof typeof OPERATION_TAGS;
