// Messages by an incoming webhook of Slack. The address is the secret: no problem repeats it.

import type { ChannelAddress } from '#domain/notification/channel.ts';
import type { SendingResult } from '#domain/notification/judge-sending.ts';
import type { NotificationMessage, Span } from '#domain/notification/message.ts';
import { spansOf } from '#domain/notification/message.ts';
import type { PostOptions } from '#adapters/outgoing/guarded-post.ts';
import { guardedPost } from '#adapters/outgoing/guarded-post.ts';
import {
  PAUSE_MS,
  retryAfterMs,
  shownResponse,
  statusInWords,
} from '#adapters/notifications/read-response.ts';
import { LIMITS } from '#lib/limits.ts';

/** What Slack writes in the body when the webhook or its channel is no more. */
const GONE: readonly string[] = [
  'no_service',
  'no_service_id',
  'no_team',
  'team_disabled',
  'invalid_token',
  'no_active_hooks',
  'channel_not_found',
  'channel_is_archived',
  'action_prohibited',
  'posting_to_general_channel_denied',
  'user_not_found',
];

/** Posts the message; what the channel says becomes a result. */
export async function sendSlack(
  options: PostOptions,
  { url }: Extract<ChannelAddress, { readonly kind: 'slack' }>,
  message: NotificationMessage,
): Promise<SendingResult> {
  const response = await guardedPost(
    { timeoutMs: LIMITS.notificationMsMax, ...options },
    {
      url,
      headers: { 'user-agent': 'Tidemill' },
      body: JSON.stringify({
        text: spansOf(message).map(mrkdwnOf).join(''),
        unfurl_links: false,
        unfurl_media: false,
      }),
    },
  );
  if (response.kind === 'unreachable')
    return { kind: 'failed', problem: shownResponse(response.problem, url) };
  const { status } = response;
  const said = shownResponse(response.text, url);
  if (status === 200) return { kind: 'accepted', response: said === '' ? 'ok' : said };
  const problem = statusInWords('Slack', status, said);
  if (status === 429)
    return { kind: 'paused', retryAfterMs: retryAfterMs(response) ?? PAUSE_MS, problem };
  if (status === 404 || status === 410 || GONE.includes(said)) return { kind: 'gone', problem };
  return { kind: status === 400 ? 'refused' : 'failed', problem };
}

function mrkdwnOf({ text, isStrong, link }: Span): string {
  const safe = escapeMrkdwn(text);
  if (link !== undefined) return `<${link}|${safe}>`;
  return isStrong === true ? `*${safe}*` : safe;
}

/** Three characters lead to links and mentions; no-width spaces set marks of its own apart. */
function escapeMrkdwn(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`]/g, (mark) => `\u200B${mark}\u200B`);
}
