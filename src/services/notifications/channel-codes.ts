// Codes that prove channels: whoever enters the code can read what is sent there. A code is six
// digits, valid for minutes and for few tries.

import type { NotificationMessage } from '#domain/notification/message.ts';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { NewCode } from '#ports/stores/notification-store.ts';
import type { NotificationDeps } from '#services/notifications/notification-deps.ts';

const CODE_DIGITS = 6;
const CODES_COUNT = 10 ** CODE_DIGITS;

/** New code of a channel, sealed for it, with the message that brings it. */
export function newCode(
  { random, secrets, clock }: Pick<NotificationDeps, 'random' | 'secrets' | 'clock'>,
  channelId: string,
): NewCode {
  const atMs = clock.nowMs();
  // 48 bits: each code is as likely as another, but for one part in 10^8.
  const number = random.bytes(6).reduce((sum, byte) => sum * 256 + byte, 0) % CODES_COUNT;
  const code = String(number).padStart(CODE_DIGITS, '0');
  return {
    sealed: secrets.seal(new TextEncoder().encode(code), contextOf(channelId)),
    atMs,
    expiresAtMs: atMs + LIMITS.notificationCodeMs,
    message: codeMessage(null, atMs),
    codesMax: LIMITS.notificationCodesPerHourMax,
  };
}

/** Null: it cannot be opened. */
export function openCode(
  { secrets }: Pick<NotificationDeps, 'secrets'>,
  sealed: Uint8Array,
  channelId: string,
): string | null {
  const opened = secrets.open(sealed, contextOf(channelId));
  return opened === null ? null : new TextDecoder().decode(opened);
}

/** Another context than that of the address: neither stands in for the other. */
function contextOf(channelId: string): string {
  return `${channelId} code`;
}

/** `code` null: as it is listed. */
export function codeMessage(code: string | null, atMs: number): NotificationMessage {
  const minutes = LIMITS.notificationCodeMs / MINUTE_MS;
  const text =
    code === null
      ? 'A code that proves the channel.'
      : `Enter it within ${minutes} minutes to have notifications sent here. If you did not ask ` +
        'for it, ignore this message: nothing else is sent.';
  const title = code === null ? 'Code' : `Code: ${code}`;
  return {
    notices: [{ title, text, context: 'Tidemill', atMs, link: null }],
    more: null,
    timeZone: null,
  };
}
