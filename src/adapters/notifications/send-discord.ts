// Messages by a webhook of Discord. The address is the secret: no problem repeats it.

import type { ChannelAddress } from '#domain/notification/channel.ts';
import type { SendingResult } from '#domain/notification/judge-sending.ts';
import type { NotificationMessage, Span } from '#domain/notification/message.ts';
import { spansOf } from '#domain/notification/message.ts';
import type { PostOptions } from '#adapters/outgoing/guarded-post.ts';
import { guardedPost } from '#adapters/outgoing/guarded-post.ts';
import {
  jsonOf,
  millisecondsOf,
  PAUSE_MS,
  retryAfterMs,
  shownResponse,
  statusInWords,
} from '#adapters/notifications/read-response.ts';
import { LIMITS } from '#lib/limits.ts';

/** Of an embed; texts that are longer are refused as a whole. */
const DESCRIPTION_CHARACTERS_MAX = 4_096;

/** Posts the message and waits until it is stored; what the channel says becomes a result. */
export async function sendDiscord(
  options: PostOptions,
  { url }: Extract<ChannelAddress, { readonly kind: 'discord' }>,
  message: NotificationMessage,
): Promise<SendingResult> {
  const waiting = new URL(url);
  // It responds when the message is there, not when it was heard.
  waiting.searchParams.set('wait', 'true');
  const description = spansOf(message).map(markdownOf).join('');
  const response = await guardedPost(
    { timeoutMs: LIMITS.notificationMsMax, ...options },
    {
      url: waiting.href,
      headers: { 'user-agent': 'Tidemill' },
      body: JSON.stringify({
        embeds: [{ description: description.slice(0, DESCRIPTION_CHARACTERS_MAX).toWellFormed() }],
        // Nobody is called by what a script writes.
        allowed_mentions: { parse: [] },
      }),
    },
  );
  if (response.kind === 'unreachable')
    return { kind: 'failed', problem: shownResponse(response.problem, url) };
  const { status } = response;
  const body = jsonOf(response);
  if (status >= 200 && status < 300) {
    const id = body?.['id'];
    return { kind: 'accepted', response: typeof id === 'string' ? `message ${id}` : 'ok' };
  }
  const said = typeof body?.['message'] === 'string' ? shownResponse(body['message'], url) : '';
  const problem = statusInWords('Discord', status, said);
  if (status === 429) {
    const requestedMs = millisecondsOf(body?.['retry_after']) ?? retryAfterMs(response);
    return { kind: 'paused', retryAfterMs: requestedMs ?? PAUSE_MS, problem };
  }
  if (status === 401 || status === 403 || status === 404) return { kind: 'gone', problem };
  return { kind: status === 400 ? 'refused' : 'failed', problem };
}

function markdownOf({ text, isStrong, link }: Span): string {
  const safe = escapeMarkdown(text);
  if (link !== undefined) return `[${safe}](${link})`;
  return isStrong === true ? `**${safe}**` : safe;
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<-]/g, (mark) => `\\${mark}`);
}
