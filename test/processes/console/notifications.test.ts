// Notifications, by the console, the service and a chat on this machine.

import { after } from 'node:test';
import { startChatServer } from '../../console/chat-server.ts';
import { notifications } from '../../console/journeys/notifications.ts';
import { playJourneys } from '../../console/stage.ts';

const chat = await startChatServer();
after(() => chat.close());

await playJourneys(
  'notifications and the console',
  [['a chat is proven, tested, muted, lost and found again', (of) => notifications(of, chat)]],
  chat.environment,
);
