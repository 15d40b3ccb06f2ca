// Figures under which each alert fires. All others are those of an installation that is well.

/** Of an API process that is well, with processes beside it. */
export const WELL: { readonly [figure: string]: number } = {
  'tidemill_build_info{version="1.0.0"}': 1,
  tidemill_database_bytes: 2e10,
  tidemill_database_waiting_requests: 0,
  tidemill_database_replicas: 1,
  tidemill_defects_total: 0,
  tidemill_background_defects_total: 0,
  'tidemill_event_loop_delay_seconds{quantile="0.99"}': 0.02,
  'tidemill_process_event_loop_delay_seconds{role="bots",quantile="0.99"}': 0.02,
  'tidemill_process_state{role="bots",state="serving"}': 1,
  'tidemill_process_state{role="bots",state="starting"}': 0,
  'tidemill_process_state{role="bots",state="silent"}': 0,
  tidemill_bots_running: 5,
  tidemill_bots_unheld: 0,
  tidemill_bots_last_minute_age_seconds: 40,
  tidemill_bots_lease_left_seconds: 4,
  'tidemill_bots{state="behind"}': 0,
  tidemill_bots_stopped_by_service: 0,
  'tidemill_bot_snapshots_total{state="differing"}': 0,
  'tidemill_orders{state="open"}': 12,
  'tidemill_orders{state="unknown"}': 0,
  'tidemill_orders{state="lost"}': 0,
  tidemill_orders_unplaced: 0,
  'tidemill_venue_up{exchange="binance"}': 1,
  'tidemill_venue_budget_used_ratio{exchange="binance"}': 0.2,
  tidemill_venue_lease_left_seconds: 4,
  'tidemill_venue_unreadable_rows{exchange="binance",list="markets"}': 0,
  'tidemill_venue_clock_skew_seconds{exchange="binance"}': 0.05,
  'tidemill_feed_last_minute_age_seconds{exchange="binance"}': 40,
  tidemill_clock_skew_seconds: 0.01,
  tidemill_waiting_events_oldest_seconds: 0,
  tidemill_bot_inputs_oldest_seconds: 0,
  tidemill_webhook_messages_waiting: 0,
  tidemill_webhooks_failing: 0,
  tidemill_notification_messages_waiting: 0,
  tidemill_notification_channels_failing: 0,
  'tidemill_jobs_oldest_waiting_seconds{queue="backtest"}': 3,
  tidemill_credentials_first_expiry_seconds: 9e6,
  tidemill_settle_lag_seconds: 1,
  tidemill_reconcile_failures_total: 0,
};

/** What changes; null: it is not shown any more. */
export const BAD: { readonly [alert: string]: { readonly [figure: string]: number | null } } = {
  DatabaseUnreachable: { tidemill_database_bytes: null },
  DatabaseBusy: { tidemill_database_waiting_requests: 3 },
  ServiceDefect: { tidemill_background_defects_total: 1 },
  EventLoopLate: { 'tidemill_event_loop_delay_seconds{quantile="0.99"}': 0.4 },
  ProcessSilent: { 'tidemill_process_state{role="bots",state="silent"}': 1 },
  BotsUnheld: { tidemill_bots_unheld: 5 },
  BotsStandingStill: { tidemill_bots_last_minute_age_seconds: 200 },
  BotsLeaseLost: { tidemill_bots_lease_left_seconds: -1 },
  BotsBehind: { 'tidemill_bots{state="behind"}': 2 },
  BotsStoppedByService: { tidemill_bots_stopped_by_service: 1 },
  SnapshotsDiffer: { 'tidemill_bot_snapshots_total{state="differing"}': 1 },
  OrdersUnknown: { 'tidemill_orders{state="unknown"}': 1 },
  OrdersLost: { 'tidemill_orders{state="lost"}': 1 },
  OrdersUnplaced: { tidemill_orders_unplaced: 1 },
  VenueDown: { 'tidemill_venue_up{exchange="binance"}': 0 },
  VenueBudgetUsed: { 'tidemill_venue_budget_used_ratio{exchange="binance"}': 0.95 },
  VenueLeaseLost: { tidemill_venue_lease_left_seconds: -1 },
  VenueRowsUnreadable: { 'tidemill_venue_unreadable_rows{exchange="binance",list="markets"}': 2 },
  FeedStale: { 'tidemill_feed_last_minute_age_seconds{exchange="binance"}': 180 },
  ClockSkew: { tidemill_clock_skew_seconds: -1.5 },
  EventsLate: { tidemill_waiting_events_oldest_seconds: 20 },
  SignalsLate: { tidemill_bot_inputs_oldest_seconds: 90 },
  MessagesStuck: { tidemill_webhook_messages_waiting: 9 },
  JobsWait: { 'tidemill_jobs_oldest_waiting_seconds{queue="backtest"}': 900 },
  KeyExpiring: { tidemill_credentials_first_expiry_seconds: 86_400 },
  SettleLag: { tidemill_settle_lag_seconds: 90 },
  ReconcileFailing: { tidemill_reconcile_failures_total: 4 },
  ReplicaMissing: { tidemill_database_replicas: 0 },
  DatabaseGrows: { tidemill_database_bytes: 4e10 },
  MixedReleases: { 'tidemill_build_info{version="1.1.0"}': 1 },
};

/** In Prometheus' text format. */
export function exposition(changes: { readonly [figure: string]: number | null }): string {
  const figures = Object.entries({ ...WELL, ...changes });
  return figures
    .flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}\n`]))
    .join('');
}
