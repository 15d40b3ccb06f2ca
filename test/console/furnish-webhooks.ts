// Webhooks as somebody has them who has used them for a while: one that works, one that fails, and
// one whose receiver is gone; and a hook for alerts of TradingView.

import { until } from '../support/until.ts';
import type { ConsoleService, ConsoleUser } from './console-service.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

export async function furnishWebhooks(
  service: Pick<ConsoleService, 'happen'>,
  user: ConsoleUser,
  { url }: WebhookReceiver,
): Promise<void> {
  const { api } = user;
  const [bot] = (await api.listBots({})).data;
  if (bot !== undefined) {
    const template = '{{action}} {{ticker}}';
    const source = "GetRemoteSignal('trend')";
    const { script_id } = await api.createScript({ body: { name: 'Follows alerts', source } });
    const place = { account_id: bot.account_id, market_tag: bot.market_tag ?? '' };
    const follower = { name: 'Follower', script_id, ...place };
    const { bot_id } = await api.createBot({ body: follower });
    const body = { bot_id, signal: 'trend', template, from_tradingview: true };
    await api.createHook({ body });
  }
  const make = (path: string, types: string[]) =>
    api.createWebhook({ body: { url: `${url}${path}`, types } });
  await make('/broken', ['bot.*', 'order.filled']);
  await make('/', []);
  await make('/gone', ['bot.updated']);
  await service.happen(user, ['bot_01jd3f8k2m5q7r9t1v3x5z7b9c']);
  await until('one fails and one is disabled', async () => {
    const { data } = await api.listWebhooks({});
    const states = data.map(({ is_enabled: isEnabled, failing_since: since }) =>
      isEnabled ? since !== null : null,
    );
    return states.includes(true) && states.includes(null);
  });
}
