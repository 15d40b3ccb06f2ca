// The operation table: every operation of the API, and nothing that is not served.

import type { Operation } from '#api/http/operation.ts';
import { accessRoutes } from '#api/routes/access-routes.ts';
import { accountCredentialRoutes } from '#api/routes/account-credential-routes.ts';
import { accountLimitRoutes } from '#api/routes/account-limit-routes.ts';
import { accountRoutes } from '#api/routes/account-routes.ts';
import { backtestItemRoutes } from '#api/routes/backtest-item-routes.ts';
import { backtestRoutes } from '#api/routes/backtest-routes.ts';
import { botComparisonRoutes } from '#api/routes/bot-comparison-routes.ts';
import { botItemRoutes } from '#api/routes/bot-item-routes.ts';
import { botStatisticsRoutes } from '#api/routes/bot-statistics-routes.ts';
import { botRoutes } from '#api/routes/bot-routes.ts';
import { botSignalRoutes } from '#api/routes/bot-signal-routes.ts';
import { equityRoutes } from '#api/routes/equity-routes.ts';
import { eventRoutes } from '#api/routes/event-routes.ts';
import { bracketRoutes } from '#api/routes/bracket-routes.ts';
import { exchangeRoutes } from '#api/routes/exchange-routes.ts';
import { candleImportRoutes } from '#api/routes/candle-import-routes.ts';
import { historyRoutes } from '#api/routes/history-routes.ts';
import { labResultRoutes } from '#api/routes/lab-result-routes.ts';
import { labRoutes } from '#api/routes/lab-routes.ts';
import { ledgerRoutes } from '#api/routes/ledger-routes.ts';
import { marketRoutes } from '#api/routes/market-routes.ts';
import { operatorRoutes } from '#api/routes/operator-routes.ts';
import { orderHistoryRoutes } from '#api/routes/order-history-routes.ts';
import { accountOrderRoutes } from '#api/routes/account-order-routes.ts';
import { orderRoutes } from '#api/routes/order-routes.ts';
import { partnerBacktestRoutes } from '#api/routes/partner-backtest-routes.ts';
import { partnerBotItemRoutes } from '#api/routes/partner-bot-item-routes.ts';
import { partnerBotRoutes } from '#api/routes/partner-bot-routes.ts';
import { partnerKeyRoutes } from '#api/routes/partner-key-routes.ts';
import { partnerCredentialRoutes } from '#api/routes/partner-credential-routes.ts';
import { partnerLimitRoutes } from '#api/routes/partner-limit-routes.ts';
import { partnerOfferRoutes } from '#api/routes/partner-offer-routes.ts';
import { partnerReportRoutes } from '#api/routes/partner-report-routes.ts';
import { partnerSignalRoutes } from '#api/routes/partner-signal-routes.ts';
import { partnerTradingRoutes } from '#api/routes/partner-trading-routes.ts';
import { partnerUserRoutes } from '#api/routes/partner-user-routes.ts';
import { portfolioRoutes } from '#api/routes/portfolio-routes.ts';
import { riskRoutes } from '#api/routes/risk-routes.ts';
import { scriptRoutes } from '#api/routes/script-routes.ts';
import { strategyBotRoutes } from '#api/routes/strategy-bot-routes.ts';
import { switchBotsRoutes } from '#api/routes/switch-bots-routes.ts';
import { userRoutes } from '#api/routes/user-routes.ts';
import { visualScriptRoutes } from '#api/routes/visual-script-routes.ts';
import { scriptVersionRoutes } from '#api/routes/script-version-routes.ts';
import { hookRoutes } from '#api/routes/hook-routes.ts';
import { notificationChannelRoutes } from '#api/routes/notification-channel-routes.ts';
import { notificationRoutes } from '#api/routes/notification-routes.ts';
import { dataSeriesRoutes } from '#api/routes/data-series-routes.ts';
import { watchListRoutes } from '#api/routes/watch-list-routes.ts';
import { webhookRoutes } from '#api/routes/webhook-routes.ts';

export const OPERATIONS: readonly Operation[] = [
  ...exchangeRoutes,
  ...marketRoutes,
  ...watchListRoutes,
  ...historyRoutes,
  ...candleImportRoutes,
  ...accountRoutes,
  ...accountCredentialRoutes,
  ...equityRoutes,
  ...ledgerRoutes,
  ...orderRoutes,
  ...accountOrderRoutes,
  ...bracketRoutes,
  ...orderHistoryRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...hookRoutes,
  ...notificationChannelRoutes,
  ...notificationRoutes,
  ...accessRoutes,
  ...userRoutes,
  ...operatorRoutes,
  ...riskRoutes,
  ...accountLimitRoutes,
  ...scriptRoutes,
  ...scriptVersionRoutes,
  ...visualScriptRoutes,
  ...backtestRoutes,
  ...backtestItemRoutes,
  ...portfolioRoutes,
  ...dataSeriesRoutes,
  ...labRoutes,
  ...labResultRoutes,
  ...botRoutes,
  ...switchBotsRoutes,
  ...strategyBotRoutes,
  ...botItemRoutes,
  ...botStatisticsRoutes,
  ...botSignalRoutes,
  ...botComparisonRoutes,
  ...partnerOfferRoutes,
  ...partnerKeyRoutes,
  ...partnerUserRoutes,
  ...partnerCredentialRoutes,
  ...partnerLimitRoutes,
  ...partnerTradingRoutes,
  ...partnerBotRoutes,
  ...partnerBotItemRoutes,
  ...partnerSignalRoutes,
  ...partnerBacktestRoutes,
  ...partnerReportRoutes,
];
