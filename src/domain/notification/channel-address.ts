// Addresses of channels that users give: read, checked, and shown without their secrets.

import type { AddressRange } from '#domain/access/address-range.ts';
import type { ChannelAddress, SmtpServer } from '#domain/notification/channel.ts';
import { isReachable, literalAddress, parseWebhookUrl } from '#domain/webhook/webhook-address.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

/** Which field is wrong, and in words that follow "expected" what it should be. */
export type AddressRefusal = { readonly field: string; readonly expected: string };

export type AddressRules = {
  /** Networks that may be reached although they are not public. */
  readonly networks: readonly AddressRange[];
  /** Whether the operator has a mail server for all. */
  readonly hasMailServer: boolean;
};

const TELEGRAM_TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{30,100}$/;
const TELEGRAM_CHAT = /^(?:-?\d{1,20}|@[A-Za-z][A-Za-z0-9_]{3,63})$/;
/** A strict form of what RFC 5321 allows; no quotes, comments or lists. */
const MAIL_NAME = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const MAIL_DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const MAIL_ADDRESS_CHARACTERS_MAX = 254;
const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$/;
/** Where mail servers listen: what listens elsewhere is not to be spoken to. */
const SMTP_PORTS: readonly number[] = [25, 465, 587, 2525];

/** The address as it is used. */
export function checkAddress(
  address: ChannelAddress,
  rules: AddressRules,
): Result<ChannelAddress, AddressRefusal> {
  switch (address.kind) {
    case 'telegram':
      if (!TELEGRAM_TOKEN.test(address.token))
        return refuse('telegram.token', 'a token of a bot, as @BotFather gives it');
      return TELEGRAM_CHAT.test(address.chatId)
        ? accepted(address)
        : refuse('telegram.chat_id', 'the number of a chat, or the @name of a channel');
    case 'discord':
    case 'slack': {
      const url = parseWebhookUrl(address.url, rules.networks);
      if (!url.ok) return refuse(`${address.kind}.url`, url.rejection);
      return accepted({ ...address, url: url.value });
    }
    case 'email':
      return checkMail(address, rules);
  }
}

function checkMail(
  address: Extract<ChannelAddress, { readonly kind: 'email' }>,
  { networks, hasMailServer }: AddressRules,
): Result<ChannelAddress, AddressRefusal> {
  if (!isMailAddress(address.to)) return refuse('email.to', 'an address such as "ada@example.com"');
  const { smtp } = address;
  if (smtp !== null) return checkSmtp(address, smtp, networks);
  return hasMailServer
    ? accepted(address)
    : refuse('email.smtp', 'a mail server, because this installation has none of its own');
}

function checkSmtp(
  address: ChannelAddress,
  smtp: SmtpServer,
  networks: readonly AddressRange[],
): Result<ChannelAddress, AddressRefusal> {
  const literal = literalAddress(smtp.host);
  if (!HOST.test(smtp.host) || (literal !== null && !isReachable(literal, networks)))
    return refuse('email.smtp.host', 'the name of a mail server in a public network');
  // Whoever allows networks has servers of its own.
  if (networks.length === 0 && !SMTP_PORTS.includes(smtp.port))
    return refuse('email.smtp.port', `one of ${SMTP_PORTS.join(', ')}`);
  return isMailAddress(smtp.from)
    ? accepted(address)
    : refuse('email.smtp.from', 'an address such as "ada@example.com"');
}

/**
 * Accepts `name@domain` within the permitted length; whether it exists, only a sent message shows.
 */
export function isMailAddress(text: string): boolean {
  const [name = '', domain = '', ...rest] = text.split('@');
  const isShort = text.length <= MAIL_ADDRESS_CHARACTERS_MAX && rest.length === 0;
  return isShort && MAIL_NAME.test(name) && MAIL_DOMAIN.test(domain);
}

/** Of a secret, so much is shown that its owner tells it from another. */
const SHOWN_CHARACTERS = 4;

/** Where it leads, without secrets. */
export function destinationOf(address: ChannelAddress): string {
  switch (address.kind) {
    case 'telegram':
      return `chat ${address.chatId} by bot ${address.token.slice(0, address.token.indexOf(':'))}`;
    case 'discord':
    case 'slack':
      return `${new URL(address.url).host} (…${address.url.slice(-SHOWN_CHARACTERS)})`;
    case 'email':
      return address.smtp === null ? address.to : `${address.to} by ${address.smtp.host}`;
  }
}

function refuse(field: string, expected: string): Result<never, AddressRefusal> {
  return rejected({ field, expected });
}
