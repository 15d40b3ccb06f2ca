// Dependencies of the use cases behind the routes, in one type; each route hands it to its service,
// which takes only its part.

import type { BacktestDeps } from '#services/backtests/backtest-deps.ts';
import type { LabDeps } from '#services/labs/lab-deps.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import type { BotDeps } from '#services/bots/bot-deps.ts';
import type { BotStatisticsDeps } from '#services/bot-results/bot-statistics.ts';
import type { BotValuesDeps } from '#services/bots/bot-values.ts';
import type { InspectBotDeps } from '#services/bots/inspect-bot.ts';
import type { WindDownDeps } from '#services/bots/wind-down-bot.ts';
import type { GetComparisonDeps } from '#services/comparisons/get-comparison.ts';
import type { RequestComparisonDeps } from '#services/comparisons/request-comparison.ts';
import type { ShowBotsDeps } from '#services/bots/show-bots.ts';
import type { SendBotSignalDeps } from '#services/bots/send-bot-signal.ts';
import type { ListEquityDeps } from '#services/equity/list-equity.ts';
import type { EventDeps } from '#services/events/read-events.ts';
import type { NoteCutStreamDeps } from '#services/events/note-cut-stream.ts';
import type { WebhookDeps } from '#services/webhooks/create-webhook.ts';
import type { allowBots } from '#services/accounts/allow-bots.ts';
import type { NotificationDeps } from '#services/notifications/notification-deps.ts';
import type { ImportSentCandlesDeps } from '#services/history/import-sent-candles.ts';
import type { WatchListDeps } from '#services/history/watch-list.ts';
import type { DataSeriesDeps } from '#services/data-series/manage-data-series.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { WatchMarketsDeps } from '#services/history/watch-markets.ts';
import type { ManageHooksDeps } from '#services/hooks/manage-hooks.ts';
import type { HookDeps } from '#services/hooks/receive-alert.ts';
import type { PartnerBotDeps } from '#services/partner-bots/partner-bot-deps.ts';
import type { ListPartnerUsageDeps } from '#services/partner-reports/list-partner-usage.ts';
import type { ReportDeps } from '#services/partner-reports/make-report.ts';
import type { SignalDeps } from '#services/partner-signals/send-signal.ts';
import type { PartnerDeps } from '#services/partners/partner-deps.ts';
import type { ScriptDeps } from '#services/scripts/script-deps.ts';
import type { ListLedgerDeps } from '#services/equity/list-ledger.ts';
import type { ListPositionsDeps } from '#services/accounts/list-positions.ts';
import type { StopEverythingDeps } from '#services/risk/stop-everything.ts';
import type { CredentialDeps } from '#services/credentials/credential-deps.ts';
import type { OpenPaperAccountDeps } from '#services/paper/open-paper-account.ts';
import type { listAuditPage } from '#services/audit/list-audit.ts';
import type { switchOwnKey } from '#services/keys/own-keys.ts';
import type { endOtherSessions } from '#services/sign-in/end-other-sessions.ts';
import type { ReadInstallationDeps } from '#services/operator/read-installation.ts';
import type { ManageUsersDeps } from '#services/users/manage-users.ts';
import type { listAccounts } from '#services/accounts/list-accounts.ts';

export type ServiceDeps = OrderDeps &
  CredentialDeps &
  OpenPaperAccountDeps &
  ScriptDeps &
  BacktestDeps &
  LabDeps &
  BotDeps &
  InspectBotDeps &
  BotValuesDeps &
  BotStatisticsDeps &
  ShowBotsDeps &
  WindDownDeps &
  SendBotSignalDeps &
  ImportSentCandlesDeps &
  RequestComparisonDeps &
  GetComparisonDeps &
  ListPositionsDeps &
  PartnerDeps &
  PartnerBotDeps &
  SignalDeps &
  ReportDeps &
  ListPartnerUsageDeps &
  EventDeps &
  NoteCutStreamDeps &
  ListEquityDeps &
  ListLedgerDeps &
  WebhookDeps &
  NotificationDeps &
  HookDeps &
  ManageHooksDeps &
  ManageUsersDeps &
  ReadInstallationDeps &
  Parameters<typeof listAuditPage>[0] &
  Parameters<typeof switchOwnKey>[0] &
  Parameters<typeof endOtherSessions>[0] &
  HistoryDeps &
  WatchListDeps &
  DataSeriesDeps &
  Parameters<typeof allowBots>[0] &
  Pick<WatchMarketsDeps, 'marketFeeds'> &
  Parameters<typeof listAccounts>[0] & {
    /** By connections that ordinary requests do not use. */
    readonly reserve: StopEverythingDeps & Pick<PartnerDeps, 'partners'>;
  };
