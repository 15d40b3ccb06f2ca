// Data: which tables of the schema grow with time, by what, and what removes their rows again. A
// new table fails a test until it is here or among those that do not grow; "What grows" in
// docs/operations.md is this list. Sizes of rows include their indexes.

import type { RetentionKind } from '#domain/retention/retention.ts';

export type Growth = {
  /** As operators know it. */
  readonly what: string;
  readonly tables: readonly string[];
  /** How large a row is, with its unit. */
  readonly by: string;
  /** In which of the kinds of `TIDEMILL_RETENTION` it is; null: the text below says all. */
  readonly kind: RetentionKind | null;
  /** Beside that kind. */
  readonly removed: string;
};

/** Tables whose rows come with time, or with what is traded. */
export const GROWING: readonly Growth[] = [
  {
    what: 'orders',
    tables: ['orders'],
    by: '0.57 KB each',
    kind: null,
    removed: 'never',
  },
  {
    what: 'orders of the simulated exchange',
    tables: ['sim_orders'],
    by: '0.21 KB each',
    kind: null,
    removed: 'never',
  },
  {
    what: 'its journal',
    tables: ['sim_journal'],
    by: '0.75 KB for each order',
    kind: null,
    removed: 'never: balances are checked against it',
  },
  {
    what: 'brackets',
    tables: ['bots'],
    by: 'a row each, with their run',
    kind: 'brackets',
    removed: 'since their end; other bots by their owner',
  },
  {
    what: 'filled orders and closed positions of bots',
    tables: ['bot_filled_orders', 'bot_closed_positions'],
    by: 'at most 1.1 KB each',
    kind: null,
    removed: 'with the bot',
  },
  {
    what: 'steps of bots',
    tables: ['bot_events'],
    by: '0.7 KB each, 0.2 once packed',
    kind: 'steps',
    removed:
      'after the end of a run that another one has followed; of the latest run with the bot, because it may have to be replayed',
  },
  {
    what: 'runs of bots and their equity',
    tables: ['bot_runs', 'bot_equity'],
    by: 'a run; a point each time that its value changes, of which the last of each hour stays',
    kind: null,
    removed: 'with the bot',
  },
  {
    what: 'log lines of bots',
    tables: ['bot_log_lines'],
    by: 'their text',
    kind: 'lines',
    removed:
      'a month at once when its last line is that old; also beyond the newest 10,000 of a bot, and with the bot',
  },
  {
    what: 'events',
    tables: ['events', 'waiting_events'],
    by: '0.27 KB each, 3.7 for an order',
    kind: null,
    removed:
      'after `TIDEMILL_EVENT_DAYS` (7), a day at once; beyond 14 days, a month at once when its last event is that old',
  },
  {
    what: 'messages of webhooks and notifications',
    tables: ['webhook_deliveries', 'notification_deliveries', 'notification_items'],
    by: 'an event for each of their receivers',
    kind: null,
    removed: 'after `TIDEMILL_EVENT_DAYS` (7), but after 14 days at most',
  },
  {
    what: 'signals of partners and inputs of bots',
    tables: ['partner_signals', 'bot_inbox', 'bot_taken_inputs', 'unheard_signals'],
    by: 'a signal, and one more for each of its bots',
    kind: 'signals',
    removed: '',
  },
  {
    what: 'counts of signals, by which partners are billed',
    tables: ['partner_signal_counts'],
    by: 'a minute of an end user with signals',
    kind: 'usage',
    removed: '',
  },
  {
    what: 'calls of hooks',
    tables: ['hook_calls'],
    by: 'a call',
    kind: null,
    removed: 'beyond the newest of each hook, and with the hook',
  },
  {
    what: 'requests with an `Idempotency-Key`',
    tables: ['idempotency'],
    by: '0.39 KB each',
    kind: null,
    removed: 'after 24 hours',
  },
  {
    what: 'windows of rate limits',
    tables: ['rate_window'],
    by: 'a key or a user with requests, where several processes count them',
    kind: null,
    removed: 'an hour after their end',
  },
  {
    what: 'the audit',
    tables: ['audit_entries'],
    by: '0.97 KB each',
    kind: null,
    removed: 'never; the database refuses it',
  },
  {
    what: 'equity of accounts, by change',
    tables: ['equity_snapshots'],
    by: 'at most one in five minutes for each account',
    kind: 'equity_changes',
    removed: 'those of full hours `equity_hours` (400 days), those of days never',
  },
  {
    what: 'backtests',
    tables: ['backtests', 'backtest_items'],
    by: 'as long as their trades and charts',
    kind: 'backtests',
    removed: 'failed ones after a day',
  },
  {
    what: 'labs and their results',
    tables: ['labs', 'lab_results', 'lab_figures', 'lab_slices'],
    by: '1.8 KB for each result; 460 MB for a lab with 250,000',
    kind: 'labs',
    removed: 'since their last change; results also when a lab starts anew',
  },
  {
    what: 'minutes of markets',
    tables: ['candle_days', 'candle_minutes', 'candle_corrections'],
    by: 'some 15 KB for each day of a market',
    kind: null,
    removed: 'with the history; corrections after 30 days, when no run reads them',
  },
  {
    what: 'jobs of backtests and labs',
    tables: ['jobs', 'job_suspicions'],
    by: 'a job that waits or runs',
    kind: null,
    removed: 'at its end',
  },
  {
    what: 'sessions and attempts to sign in',
    tables: ['sessions', 'sign_in_attempts', 'sign_in_links', 'sign_in_tickets', 'known_networks'],
    by: 'a session, an attempt',
    kind: null,
    removed: 'at its end; known networks after 30 days',
  },
  {
    what: 'points of data series',
    tables: ['data_points'],
    by: '0.1 KB each, at most 200,000 of a series',
    kind: null,
    removed: 'with the series',
  },
  {
    what: 'versions of scripts',
    tables: ['script_versions'],
    by: 'their source, compressed',
    kind: null,
    removed: 'beyond the newest of each script, and with the script',
  },
];
