// Every limit of the service, in one place. Units stand last in each name.

export const LIMITS = {
  bodyBytesMax: 1_048_576,
  /** Of a source that a run was given; one that is saved is shorter. */
  scriptSourceBytesMax: 1_048_576,
  /** Of a source that is saved and checked. */
  scriptCompiledBytesMax: 262_144,
  scriptsPerUserMax: 2_000,
  /** Of jobs, for the end users of a partner together. */
  partnerSharesMax: 4,
  scriptCheckTimeoutMs: 10_000,
  scriptCheckProcessesMax: 3,
  /** Of those processes, for a user who has no check under way. */
  scriptCheckProcessesRetained: 1,
  scriptChecksWaitingPerUserMax: 32,
  scriptChecksOpenMax: 102,
  scriptCheckHeapMegabytesMax: 256,
  scriptCheckMegabytesMax: 1_024,
  scriptCheckIdleMegabytesMax: 400,
  /** Columns of series lie outside of the heap; see column-work.ts. */
  scriptCheckColumnsBytesMax: 134_217_728,
  idempotencyKeyCharactersMax: 255,
  idempotencyKeepMs: 24 * 3_600_000,
  idempotencyLockMs: 60_000,
  idempotencyHeldMsMax: 600_000,
  /** Claims that wait to be given back; the locks of any more run out by themselves. */
  claimsOwedMax: 10_000,
  keysPerUserMax: 1_000,
  accountsPerUserMax: 1_000,
  previousCredentialsKeepMs: 24 * 3_600_000,
  credentialExpiryWarnMs: 14 * 86_400_000,
  /** With a clock that is further away, orders are not sent. */
  venueClockSkewMsMax: 1_000,
  /** Between two checks of an account whose calls the venue refuses. */
  credentialDoubtMs: 60_000,
  /** Failed checks of exchange keys at once, which are forgotten evenly within the window. */
  keyChecksFailedPerUserMax: 10,
  keyChecksFailedPerPartnerMax: 100,
  keyChecksFailedPerAddressMax: 30,
  keyChecksFailedWindowMs: 600_000,
  keyAddressesMax: 100,
  externalIdCharactersMax: 128,
  settingsTriesMax: 50,
  followersPerEditMax: 2_000,
  ordersOfPositionMax: 500,
  signalKeepMs: 24 * 3_600_000,
  /** Longer while a run of a bot reads them. */
  correctionKeepMs: 30 * 24 * 3_600_000,
  /** Where the setting says nothing else. */
  eventDaysRetained: 7,
  eventsNumberedAtOnceMax: 1_000,
  /** Between two looks for events that wait for their numbers; while streams are open. */
  eventIntervalMs: 250,
  eventStreamedIntervalMs: 25,
  eventStreamsPerUserMax: 100,
  /** Of a process; other requests have the rest of its connections. */
  eventStreamsMax: 8_000,
  eventHeartbeatMs: 15_000,
  /** Between two looks for events that nobody announced. */
  eventLookMs: 1_000,
  /** So long a reader may take nothing while something waits for it. */
  eventReaderStillMsMax: 10_000,
  /** The end of a stream is to arrive within. */
  eventStreamEndMsMax: 5_000,
  eventsReadAtOnceMax: 200,
  /** Between two checks of exchanges, and how long what they find lasts before users hear of it. */
  exchangeHealthIntervalMs: 5_000,
  exchangeDegradedMs: 15_000,
  exchangeRestoredMs: 30_000,
  /** Between two prices of a market that is streamed. */
  marketStreamMs: 1_000,
  /** Of a process: markets that are streamed. */
  marketsStreamedMax: 1_000,
  webhooksPerUserMax: 20,
  /** For the whole of one request: name, connection and response. */
  webhookMsMax: 10_000,
  webhookNameMsMax: 3_000,
  webhookHeaderBytesMax: 16_384,
  /** Of a response; what follows is not read. */
  webhookResponseBytesMax: 4_096,
  /** Sent at once: to one webhook, and by one process. */
  webhookRequestsMax: 8,
  webhookProcessRequestsMax: 128,
  /** Longer than one request lasts; then another process may send it. */
  webhookClaimMs: 30_000,
  webhookPauseMs: 250,
  webhookSecretOverlapMs: 24 * 3_600_000,
  rowsArchivedAtOnceMax: 10_000,
  notificationChannelsPerUserMax: 20,
  notificationRulesPerUserMax: 50,
  /** Bots, accounts and channels that one rule names. */
  notificationRuleNamesMax: 100,
  /** Between two looks for events that rules are about, and for messages that are due. */
  notificationReadMs: 500,
  notificationPauseMs: 250,
  /** What happens within is one message. */
  notificationGatherMs: 2_000,
  /** Of users, and of events of each: read at once. */
  notificationReadersMax: 100,
  notificationEventsReadMax: 500,
  /** Longer than a reading lasts; then another process may read. */
  notificationReadClaimMs: 15_000,
  /** Waiting for one channel; more are counted. */
  notificationItemsMax: 500,
  /** Of one message that are written out, before their length counts. */
  notificationNoticesMax: 25,
  /** For the whole of sending one message: name, connection and response. */
  notificationMsMax: 10_000,
  /** The same by a mail server, which may take its time before it greets. */
  notificationMailMsMax: 30_000,
  notificationResponseCharactersMax: 500,
  /** Longer than sending lasts; then another process may send it. */
  notificationClaimMs: 60_000,
  /** Sent at once: to the channels of one user, and by one process. */
  notificationsPerUserMax: 3,
  notificationsProcessMax: 64,
  notificationCodeMs: 15 * 60_000,
  /** Wrong ones, before another has to be sent. */
  notificationCodeTriesMax: 5,
  /** Whoever chooses an address of somebody else has little of it. */
  notificationCodesPerHourMax: 10,
  /** Between two looks for accounts whose worth is due to be noted. */
  equityIntervalMs: 2_000,
  equityAtOnceMax: 64,
  /** After a look that failed, and after one that was not ended. */
  equityRetryMs: 300_000,
  /** Accounts whose worth is noted each hour begin one after another within so long. */
  equitySpreadMs: 240_000,
  /** While somebody reads them. */
  equityWatchedMs: 60_000,
  equityPointsMax: 1_500,
  reportDaysMax: 366,
  pageItemsMax: 500,
  pageItemsDefault: 100,
  /** Of what may be large, so much on a page, and so many items read at once. */
  pageCharactersMax: 4_194_304,
  pagePartItems: 50,
  marketsPageItemsMax: 3_000,
  /** Of one response of comma-separated values; it says where the list goes on. */
  tableRowsMax: 100_000,
  /** So long its reader may take nothing. */
  tableReaderStillMsMax: 10_000,
  candlesPerPageMax: 1_500,
  /** Minutes that are read for a page of candles; longer intervals have fewer on a page. */
  candleMinutesPerPageMax: 50_000,
  columnsPerPageMax: 20_000,
  botsSwitchedAtOnceMax: 100,
  /** Of one user, that have not ended. */
  bracketsOpenMax: 200,
  columnMinutesPerPageMax: 250_000,
  nameCharactersMax: 150,
  descriptionCharactersMax: 2_000,
  identifierCharactersMax: 128,
  requestTimeoutMs: 30_000,
  slowRequestMs: 1_000,
  /** Of each process, for the page of the operator. */
  slowRequestsRetained: 50,
  keepAliveTimeoutMs: 72_000,
  headersTimeoutMs: 20_000,
  shutdownDeadlineMs: 25_000,
  connectionsMax: 10_000,
  /** A session is over when it was left alone for so long, and at the latest after the second. */
  sessionIdleMsMax: 12 * 3_600_000,
  sessionMsMax: 30 * 24 * 3_600_000,
  /** Of a user; the oldest ends when there is one more. */
  sessionsPerUserMax: 100,
  passwordCharactersMin: 10,
  passwordCharactersMax: 256,
  /** Each takes 19 MiB and a thread of those that read files as well. */
  passwordsAtOnceMax: 2,
  passwordsWaitingMax: 32,
  signInLinkMsMax: 3_600_000,
  /** So long a session that began with a link may set a password without the former one. */
  signInLinkPasswordMsMax: 900_000,
  signInBodyBytesMax: 16_384,
  /** From one request of a sign-in, or of what is set up, to the next. */
  signInTicketMsMax: 300_000,
  /** What lets others in, such as a new key, needs a proof of who is there that is no older. */
  confirmationMsMax: 900_000,
  passkeysPerUserMax: 20,
  hooksPerUserMax: 100,
  portfolioMembersMax: 20,
  dataSeriesPerUserMax: 50,
  dataPointsPerSeriesMax: 200_000,
  dataPointsPerRequestMax: 4_000,
  watchedMarketsMax: 200,
  pricesPerRequestMax: 40,
  /** Of an exchange. */
  pricesRememberedMax: 5_000,
  hookTemplateMax: 500,
  hookRepeatWindowMsMax: 86_400_000,
  /** Far above what alerts say. */
  hookBodyBytesMax: 65_536,
  hookCallsPerMinute: 60,
  hookCallsPerMinuteOfUser: 300,
  /** Of each hook: its trace, and how far back messages of one id are known. */
  hookCallsRetained: 1_000,
  agentCharactersMax: 200,
  principalCacheMs: 5_000,
  /** As long as a new connection may take. */
  principalLookupMsMax: 5_000,
  principalCacheEntriesMax: 50_000,
  accountCacheMs: 5_000,
  accountCacheEntriesMax: 50_000,
  databasePoolConnectionsMax: 16,
  databaseStatementTimeoutMs: 15_000,
  databaseConnectTimeoutMs: 5_000,
  openOrdersPerAccountMax: 300,
  exchangeRequestTimeoutMs: 10_000,
  /** From the call for an order to the last instant at which any process may write its request. */
  orderSendMsMax: 12_000,
  reconcileIntervalMs: 60_000,
  /** Of accounts with an order that became unknown, for so long. */
  doubtIntervalMs: 10_000,
  /** Between two questions whether one of them is due. */
  doubtRoundMs: 1_000,
  /** After an exchange did not respond. */
  doubtRetryMs: 2_000,
  doubtWatchMs: 300_000,
  lossWatchIntervalMs: 10_000,
  /** A deletion of a user that was held up is resumed so often, each time for at most so long. */
  deletionResumeIntervalMs: 60_000,
  deletionResumeMsMax: 20_000,
  /** In a round over all accounts, and over the markets whose minutes are retained. */
  accountsAtOncePerExchangeMax: 8,
  marketsAtOncePerExchangeMax: 4,
  deniedOrderWatchMs: 900_000,
  deniedOrdersPerAccountMax: 20,
  /** In a round of one account: orders that were placed elsewhere and are not recorded yet. */
  foreignOrdersConfirmedMax: 30,
  settleIntervalMs: 1_000,
  historyMinutesMax: 5_500_000,
  labBlocksCount: 12,
  labsPerUserMax: 1_000,
  labParametersMax: 100,
  labMarketsMax: 10,
  labValuesPerParameterMax: 10_000,
  /** Of a generation, of generations, and of elites. */
  labSearchCountMax: 10_000,
  labCombinationsMax: 250_000,
  labSliceTargetMs: 1_000,
  labSliceRunsMax: 250,
  labOpenSlicesLow: 8,
  labLostAttemptsMax: 3,
  historyFirstSyncMs: 30 * 86_400_000,
  /** By one request of a client. */
  historyDaysFetchedAtOnceMax: 3,
  historySettleMs: 300_000,
  /** Of a request that sends a file of candles, in base64: gzipped, some 30 MB of text. */
  candleFileBodyBytesMax: 12_582_912,
  /** Of such a file once it is unpacked. */
  candleFileBytesMax: 67_108_864,
  /** Of all files of an import: more than the minutes of thirty years. */
  importLinesMax: 16_777_216,
  /** Of a market that is followed live and has no history. */
  feedFirstSyncMs: 2 * 86_400_000,
  /** Of a market, in the memory of a process that runs bots on it. */
  liveMinutesRetained: 60,
  backtestsWaitingPerUserMax: 100,
  /** Filled orders of a day that a comparison with a backtest takes in. */
  comparisonOrdersMax: 20_000,
  /** Runs of one day of a bot that was started again and again. */
  comparisonRunsMax: 20,
  /** Days of a bot of which one request says whether they were compared. */
  comparedDaysMax: 31,
  /** Orders that filled so long before or after the day may belong to one of it. */
  comparisonNearbyMs: 7 * 86_400_000,
  /** Orders of one decision are placed at most so far apart. */
  comparisonPlacedApartMs: 5 * 60_000,
  backtestFailureKeepMs: 24 * 3_600_000,
  backtestHistoryPatienceMs: 60_000,
  backtestHistoryRetryMs: 5_000,
  backtestStageMs: 1_000,
  backtestPositionsShownMax: 100_000,
  backtestWarmUpBars: 500,
  backtestWarmUpMinutesMax: 1_051_200,
  backtestWallMsMax: 30 * 60_000,
  backtestLostAttemptsMax: 3,
  backtestHeapMegabytesMax: 1_024,
  /** Of the process that tries a job whose last process died. */
  suspectMegabytesMax: 2_048,
  suspectIdleMegabytesMax: 500,
  /** Of a member one of whose jobs ended a process. */
  suspicionMs: 3_600_000,
  /** Of so many members at once it is the suspicion of their tenant. */
  suspectMembersMax: 3,
  /** Without a heartbeat for so long a job has probably lost its process. */
  jobSilenceMs: 6_000,
  candleCacheMegabytesMax: 256,
  candleCacheMs: 30_000,
  runLogLinesMax: 10_000,
  runLogLineCharactersMax: 5_000,
  runLogCharactersMax: 8_388_608,
  /** Of a live bot, by its own days. */
  botLogLinesPerDayMax: 10_000,
  botLogCharactersPerDayMax: 2_097_152,
  runPlotLinesMax: 100,
  runDrawingsMax: 1_000,
  runExportsMax: 20,
  exportRowsMax: 100_000,
  runExportBytesMax: 33_554_432,
  runTextCharactersMax: 5_000,
  /** A character of a script's text is a byte. */
  orderNoteBytesMax: 1_000,
  runInputsMax: 1_000,
  customReportKeysMax: 500,
  savedKeysPerBotMax: 10_000,
  savedBytesPerBotMax: 4_194_304,
  openOrdersPerBotMax: 200,
  sharedColumnsMegabytesMax: 192,
  botLeaseMs: 4_000,
  botLeaseMarginMs: 500,
  botLeaseRenewMs: 1_000,
  /** Of accounts at real exchanges; a process that is frozen for longer has lost them. */
  accountLeaseMs: 5_000,
  accountLeaseMarginMs: 500,
  accountLeaseRenewMs: 1_000,
  /** Without a lease for so long a process does not do its work. */
  accountStandstillMs: 10_000,
  /** What starts and stops bots says so; this is for what nobody heard. */
  botListMs: 15_000,
  botsOpenedAtOnceMax: 64,
  /** A subscription to the values of a bot's script lasts so long, unless it is renewed. */
  botSubscriptionMs: 30_000,
  botSubscriptionsPerUserMax: 20,
  /** Between two readings of these subscriptions. */
  botSubscriptionsReadMs: 5_000,
  botTickMs: 250,
  /** Earlier days of a market that are fetched for a bot before others have their turn. */
  botHistoryDaysAtOnce: 16,
  /** Markets whose earlier days are fetched at once for the bots of one user in a process. */
  botHistoryFetchesOfUserMax: 4,
  /** After its start a bot begins with what history there is. */
  botHistoryPatienceMs: 300_000,
  botUpdateStepsMax: 10_000_000,
  /** Beside those of updates, for the columns that a run makes over its history. */
  columnStepsPerMinuteMax: 250,
  botUpdateBytesMax: 67_108_864,
  botColumnsBytesMax: 268_435_456,
  botsAtOnceMax: 64,
  /** Of an order's decision when it is sent; a bot decides again each minute. */
  botDecisionMsMax: 120_000,
  botRetryMs: 2_000,
  /** After failures in a row of what an exchange lists and cannot be read. */
  botUnreadableRetryMsMax: 30_000,
  /** A stopped bot that cannot be read is tried again after so long, then after twice as long. */
  botFollowRetryMs: 15_000,
  botFollowRetryMsMax: 3_600_000,
  /** A resting bot whose market has no new minute is read after so long all the same. */
  botIdlePollMs: 90_000,
  botFillLookMs: 5_000,
  /** Between two checks of what became of orders that a bot placed on signals. */
  botAccountLookMs: 10_000,
  /** Of wall time that one request to a thread of scripts may take; a bot's log says so before. */
  botUpdateSlowMs: 2_000,
  botUpdateWallMsMax: 5_000,
  /** While a thread works on one request for so long, nobody waits for it but who has to. */
  botThreadStuckMs: 1_000,
  /** Processor time of one owner's scripts on threads that owners share, within a minute. */
  botOwnerSharedMsPerMinute: 1_000,
  /** An owner that was above it has the runs on the reserved thread for so long. */
  botApartMs: 600_000,
  /** A bot that was started runs there for so long, and for up to as long again. */
  botProbationMs: 180_000,
  /** Of an owner's bots there, all of which wait for one another. */
  botsApartAtOnceMax: 4,
  /** An account that was queried longer ago is queried again for the bots that follow. */
  botVenueRoundMs: 10_000,
  /** Of a bot that is far behind, or made again, before others have their turn. */
  botRunSliceMs: 500,
  botReplaySliceMs: 50,
  /** A run is stored as it stands after so many inputs or minutes; one in so many is checked. */
  botSnapshotInputsMax: 500,
  botSnapshotMinutesMax: 60,
  botSnapshotCheckEvery: 100,
  /** Of a run without an earlier snapshot that is checked by going through all of it. */
  botSnapshotCheckMinutesMax: 1_440,
  /** Of what is written of one run; larger ones are run again from their beginning. */
  botSnapshotCharactersMax: 16_777_216,
  /** In an orderly stop, for all runs of a process. */
  botLeaveSnapshotsMs: 3_000,
  botThreadHeapMegabytesMax: 2_048,
  /** Without a minute of any bot, or without a lease: then a process's bots stand still. */
  botStandstillMs: 150_000,
  botStandstillLeaseMs: 10_000,
  /** Within a day; then it is stopped. */
  botStrikesMax: 2,
  botInboxPollMs: 1_000,
  botInboxItemsMax: 100,
  botInboxReadMax: 10_000,
  botStepsTogetherMax: 250,
  fillsPageItemsMax: 500,
} as const;
