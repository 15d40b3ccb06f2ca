// Furnishes a partner who has been in business for a while: end users with bots, signals that were
// heard and one that was not, a key of its systems, and a bill.

import type { ConsoleService, ConsoleUser } from './console-service.ts';
import { MARKET } from './furnish.ts';

export type FurnishedPartner = {
  readonly endUserId: string;
  readonly gridBotId: string;
  readonly signalBotId: string;
};

export async function furnishPartner(
  service: Pick<ConsoleService, 'makePartner'>,
  { api, userName }: ConsoleUser,
): Promise<FurnishedPartner> {
  await service.makePartner(userName);
  const customer = async (externalId: string): Promise<string> => {
    const body = { external_id: externalId, exchange: 'sim' };
    return (await api.partnerCreateUser({ body })).user_id;
  };
  const endUserId = await customer('customer-42');
  for (const name of ['customer-43', 'customer-44']) await customer(name);
  const price = Number((await api.getMarketPrice({ market_tag: MARKET })).price);
  const { bot_id: gridBotId } = await api.partnerCreateBot({
    user_id: endUserId,
    body: {
      name: 'Grid of 42',
      type: 'spot_grid',
      config: {
        market_tag: MARKET,
        lower_price: (price * 0.9).toFixed(2),
        upper_price: (price * 1.1).toFixed(2),
        investment: '1000',
      },
    },
  });
  const { bot_id: signalBotId } = await api.partnerCreateBot({
    user_id: endUserId,
    body: {
      name: 'Trend of 42',
      type: 'webhook',
      config: { market_tag: MARKET, signal_token: 'trend', order_size: '50' },
    },
  });
  for (const botId of [gridBotId, signalBotId])
    await api.partnerStartBot({ user_id: endUserId, bot_id: botId });
  for (const token of ['trend', 'tredn'])
    await api.partnerSendSignal({ body: { signal_token: token, action: 'buy' } });
  const scopes = ['whitelabel'] as const;
  await api.partnerCreateKey({ body: { name: 'Back office', scopes } });
  await api.partnerCreateKey({ body: { name: 'App of 42', scopes, user_id: endUserId } });
  return { endUserId, gridBotId, signalBotId };
}
