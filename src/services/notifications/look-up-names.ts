// Looks up how people call what events refer to. What is not found, or not now, keeps its id.

import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { Market } from '#venue-port/market/market.ts';
import { subjectOf } from '#domain/notification/rule.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { NamedAccount, NamedBot, Names } from '#services/notifications/names.ts';

export type NameDeps = {
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly exchanges: ExchangeRegistry;
};

/** Of a market whose exchange does not respond by then, the tag is shown. */
const MARKETS_MS_MAX = 2_000;

/**
 * Names of the bots, accounts and exchanges in these events; those that are not found are absent.
 */
export async function lookUpNames(
  deps: NameDeps,
  userId: string,
  events: readonly LoggedEvent[],
): Promise<Names> {
  const subjects = events.map(subjectOf);
  const bots = new Map<string, NamedBot>();
  for (const botId of new Set(subjects.flatMap((subject) => subject.botId ?? []))) {
    const bot = await deps.bots.findBot(userId, botId);
    if (bot !== null) bots.set(botId, { name: bot.name, accountId: bot.accountId });
  }
  const ofSubjects = subjects.flatMap((subject) => subject.accountId ?? []);
  const ofBots = [...bots.values()].map((bot) => bot.accountId);
  const accounts = new Map<string, NamedAccount>();
  for (const accountId of new Set([...ofSubjects, ...ofBots])) {
    const account = await deps.accounts.findAccount(userId, accountId);
    if (account === null) continue;
    const { name, exchange } = account;
    const isPlayMoney = account.isSimulated || account.isTestNet;
    accounts.set(accountId, { name, exchange, isPlayMoney });
  }
  const exchanges = new Map(deps.exchanges.list().map(({ code, name }) => [code, name]));
  return { bots, accounts, exchanges, markets: await marketsOf(deps, accounts, events) };
}

async function marketsOf(
  { exchanges }: Pick<NameDeps, 'exchanges'>,
  accounts: ReadonlyMap<string, NamedAccount>,
  events: readonly LoggedEvent[],
): Promise<ReadonlyMap<string, Market>> {
  const codes = new Set([...accounts.values()].map(({ exchange }) => exchange));
  const tags = new Set(
    events.flatMap(({ data }) => ('marketTag' in data ? (data.marketTag ?? []) : [])),
  );
  const markets = new Map<string, Market>();
  if (tags.size === 0) return markets;
  const deadline = AbortSignal.timeout(MARKETS_MS_MAX);
  await Promise.all(
    [...codes].map(async (code) => {
      const exchange = exchanges.find(code);
      if (exchange === null) return;
      for (const tag of tags) {
        const market = await orNull(findMarket(exchange, tag), deadline);
        if (market !== null) markets.set(tag, market);
      }
    }),
  );
  return markets;
}

/** A message is not held up by an exchange that is down. */
async function orNull<T>(work: Promise<T | null>, deadline: AbortSignal): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const giveUp = (): void => late.resolve(null);
  if (deadline.aborted) giveUp();
  deadline.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work.catch(() => null), late.promise]);
  } finally {
    deadline.removeEventListener('abort', giveUp);
  }
}
