// Reads responses of notification services without trust: fields that are missing or of another
// type are null.

import type { GuardedResponse } from '#adapters/outgoing/guarded-post.ts';
import { LIMITS } from '#lib/limits.ts';
import { storableText } from '#lib/storable-text.ts';

type ResponseReceived = Extract<GuardedResponse, { readonly kind: 'responded' }>;

/** Null: the body is no object. */
export function jsonOf({ text }: ResponseReceived): { readonly [name: string]: unknown } | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as { readonly [name: string]: unknown })
      : null;
  } catch {
    return null;
  }
}

/** Of a number of seconds, such as `1.5`; null: it is none. */
export function millisecondsOf(seconds: unknown): number | null {
  const number = typeof seconds === 'string' && seconds !== '' ? Number(seconds) : seconds;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0
    ? Math.ceil(number * 1_000)
    : null;
}

/** By the header; seconds are what all of these services send. */
export function retryAfterMs({ headers }: ResponseReceived): number | null {
  return millisecondsOf(headers['retry-after']);
}

/** Where the service does not say how long to wait. */
export const PAUSE_MS = 30_000;

/** `Telegram responded 502: Bad Gateway.` */
export function statusInWords(service: string, status: number, said: string): string {
  const text = said.replace(/\.$/, '');
  return `${service} responded ${status}${text === '' ? '' : `: ${text}`}.`;
}

/** As it is shown: short, in one line, without what is secret. */
export function shownResponse(text: string, ...secrets: readonly string[]): string {
  let shown = storableText(text).replaceAll(/\s+/g, ' ').trim();
  for (const secret of secrets) if (secret !== '') shown = shown.replaceAll(secret, '…');
  return shown.slice(0, LIMITS.notificationResponseCharactersMax).toWellFormed();
}
