// Notifications and webhooks, by the console, the service, and a chat and a receiver on this
// machine.

import { after } from 'node:test';
import { startChatServer } from '../../console/chat-server.ts';
import { notifications } from '../../console/journeys/notifications.ts';
import { hooks, signedHooks, webhooks } from '../../console/journeys/webhooks.ts';
import { playJourneys } from '../../console/stage.ts';
import { startWebhookReceiver } from '../../console/webhook-receiver.ts';

const chat = await startChatServer();
const receiver = await startWebhookReceiver();
after(() => {
  chat.close();
  receiver.close();
});

await playJourneys(
  'notifications, webhooks and the console',
  [
    ['a chat is proven, tested, muted, lost and found again', (of) => notifications(of, chat)],
    ['a webhook is added, verified, sent again, lost and deleted', (of) => webhooks(of, receiver)],
    ['an alert comes in at a hook that is added, given another address and deleted', hooks],
    ['a hook for signed messages shows its signing secret, and another on rotation', signedHooks],
  ],
  chat.environment,
);
