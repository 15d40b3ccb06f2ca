// Twenty rounds of killing the processes of a service beside channels of notifications.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAIL_CHANNELS } from '../support/channel-receivers.ts';
import { killNotificationRounds } from './kill-notification-rounds.ts';

test('each notification arrives on each channel over twenty kills', async (context) => {
  const report = await killNotificationRounds(20);
  assert.ok(report.orders >= 15);
  const mails = MAIL_CHANNELS.reduce((sum, channel) => sum + report.messages[channel], 0);
  assert.ok(mails >= report.messages.telegram, `${mails} mails`);
  context.diagnostic(JSON.stringify(report));
});
