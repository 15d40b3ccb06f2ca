// Messages by a bot of Telegram (Bot API, `sendMessage`). The token is a part of the address: no
// problem repeats the address.

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

export type TelegramOptions = PostOptions & {
  /** Without a slash at the end. */
  readonly telegramUrl: string;
};

type TelegramAddress = Extract<ChannelAddress, { readonly kind: 'telegram' }>;

/** Sends the message to the chat; a chat that has moved gives its new id. */
export async function sendTelegram(
  { telegramUrl, ...options }: TelegramOptions,
  address: TelegramAddress,
  message: NotificationMessage,
): Promise<SendingResult> {
  const { token, chatId } = address;
  const response = await guardedPost(
    { timeoutMs: LIMITS.notificationMsMax, ...options },
    {
      url: `${telegramUrl}/bot${token}/sendMessage`,
      headers: { 'user-agent': 'Tidemill' },
      body: JSON.stringify({
        chat_id: chatId,
        text: spansOf(message).map(htmlOf).join(''),
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      }),
    },
  );
  if (response.kind === 'unreachable')
    return { kind: 'failed', problem: shownResponse(response.problem, token) };
  const { status } = response;
  const body = jsonOf(response);
  if (status === 200 && body?.['ok'] === true) return { kind: 'accepted', response: sentAs(body) };
  const said = typeof body?.['description'] === 'string' ? body['description'] : '';
  const description = shownResponse(said, token);
  const problem = statusInWords('Telegram', status, description);
  const parameters = body?.['parameters'] as { readonly [name: string]: unknown } | undefined;
  const movedTo = parameters?.['migrate_to_chat_id'];
  if (typeof movedTo === 'number' && Number.isSafeInteger(movedTo))
    return { kind: 'moved', address: { ...address, chatId: String(movedTo) }, problem };
  if (status === 429) {
    const requestedMs = millisecondsOf(parameters?.['retry_after']) ?? retryAfterMs(response);
    return { kind: 'paused', retryAfterMs: requestedMs ?? PAUSE_MS, problem };
  }
  return { kind: kindOf(status, said), problem };
}

/** 401 and 404: the token is of no bot any more. 403: its bot may not write there. */
function kindOf(status: number, description: string): 'gone' | 'refused' | 'failed' {
  if (status === 401 || status === 403 || status === 404) return 'gone';
  if (status === 400) return /chat not found/i.test(description) ? 'gone' : 'refused';
  return 'failed';
}

function sentAs({ result }: { readonly [name: string]: unknown }): string {
  const id = (result as { readonly message_id?: unknown } | undefined)?.message_id;
  return typeof id === 'number' ? `message ${id}` : 'ok';
}

function htmlOf({ text, isStrong, link }: Span): string {
  const safe = escapeHtml(text);
  if (link !== undefined) return `<a href="${escapeHtml(link)}">${safe}</a>`;
  return isStrong === true ? `<b>${safe}</b>` : safe;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
