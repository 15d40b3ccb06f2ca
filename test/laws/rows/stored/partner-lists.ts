// Lists of partners, and of their end users, tariffs and bots.

import { present } from '#lib/assert.ts';
import { sampleAccount, sampleBot, sampleId, storedAccount } from '#ports/stores/store.fixture.ts';
import type { StoredList, Stores, Surroundings } from './stored-stores.ts';
import { NOW_MS, shown } from './stored-stores.ts';

/** A webhook bot of an end user. */
async function storedBot(stores: Stores, userId: string, partnerId: string): Promise<string> {
  const [account] = await stores.listAccounts(userId, null, 1);
  const brain = { kind: 'strategy', type: 'webhook', config: { order_size: '10' } } as const;
  const bot = { ...sampleBot(present(account, 'an end user has an account')), brain };
  await stores.partnerBots.insertPartnerBot({
    bot,
    partnerId,
    exchange: 'sim',
    signalToken: 'trend',
    source: null,
    botsMax: null,
    completion: null,
  });
  return bot.botId;
}

export async function partners({ stores }: Surroundings): Promise<readonly StoredList[]> {
  const { userId: partnerId } = await storedAccount(stores);
  const offer = { exchanges: ['archive', 'sim'], marketTags: [], createdAtMs: NOW_MS };
  const { userId: otherId } = await storedAccount(stores);
  for (const each of [partnerId, otherId])
    await stores.insertPartner({ partnerId: each, ...offer });
  for (const fromMs of [10, 20])
    await stores.insertTariff(partnerId, { fromMs, tariff: '{"fee":"1"}' });
  const endUsers = [sampleId('usr'), sampleId('usr')];
  for (const userId of endUsers)
    await stores.insertEndUser(
      {
        userId,
        partnerId,
        externalId: `customer ${userId}`,
        exchange: 'sim',
        isSimulated: true,
        createdAtMs: NOW_MS,
      },
      [{ account: sampleAccount(userId), deposits: null, credentials: null }],
      null,
    );
  const bots: string[] = [];
  for (const userId of endUsers) bots.push(await storedBot(stores, userId, partnerId));
  return [
    shown(
      'partnerBots.listPartnerBots',
      'bots',
      { bot_id: bots[0] ?? '' },
      (each) => each.partnerBots.listPartnerBots({ partnerId, endUserId: null }, null, 100),
      ['user_id'],
    ),
    shown('listPartners', 'partners', { user_id: partnerId }, (each) => each.listPartners()),
    shown(
      'listTariffs',
      'partner_tariffs',
      { partner_id: partnerId, from_ms: '10' },
      (each) => each.listTariffs(partnerId),
      [],
    ),
    shown(
      'listEndUsers',
      'end_users',
      { user_id: endUsers[0] ?? '' },
      (each) => each.listEndUsers({ partnerId, endUserId: null }, null, 100),
      ['partner_id', 'deleted_at_ms'],
    ),
  ];
}
