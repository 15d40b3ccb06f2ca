// Messages by e-mail, over SMTP. The connection goes to the address that was judged, is encrypted
// unless the operator allows its network, and ends within a limit whatever the server does.

import { isIP, Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type { ChannelAddress, MailServer } from '#domain/notification/channel.ts';
import type { SendingResult } from '#domain/notification/judge-sending.ts';
import type { NotificationMessage } from '#domain/notification/message.ts';
import { plainTextOf, subjectOfMessage } from '#domain/notification/message.ts';
import { failureInWords } from '#adapters/outgoing/failure-in-words.ts';
import type { ReachOptions } from '#adapters/outgoing/judged-address.ts';
import { judgedAddress, withinDeadline } from '#adapters/outgoing/judged-address.ts';
import { shownResponse } from '#adapters/notifications/read-response.ts';
import { LIMITS } from '#lib/limits.ts';

export type MailOptions = ReachOptions & {
  /** The operator's, which may be anywhere; null: there is none. */
  readonly mailServer: MailServer | null;
  readonly mailTimeoutMs?: number;
};

type MailAddress = Extract<ChannelAddress, { readonly kind: 'email' }>;

const SUBJECT_CHARACTERS_MAX = 150;
const NO_TLS =
  'The mail server does not begin with TLS at this port: it may be one for STARTTLS, such as 587.';

/**
 * Sends by the channel's own server, or by the installation's; problems never repeat the password.
 */
export async function sendMail(
  options: MailOptions,
  address: MailAddress,
  id: string,
  message: NotificationMessage,
): Promise<SendingResult> {
  const { mailTimeoutMs = LIMITS.notificationMailMsMax } = options;
  const server = address.smtp ?? options.mailServer;
  if (server === null)
    return { kind: 'failed', problem: 'This installation has no mail server of its own.' };
  const secrets = server.login === null ? [] : [server.login.password];
  const deadline = AbortSignal.timeout(mailTimeoutMs);
  try {
    const isOperators = address.smtp === null;
    const judged = isOperators ? null : await judgedAddress(server.host, options, deadline);
    if (judged !== null && !judged.ok) return { kind: 'failed', problem: judged.rejection };
    const to = judged === null ? null : judged.value;
    const tls = server.tls === 'starttls' && to?.isAllowed === true ? 'optional' : server.tls;
    const host = to?.address ?? server.host;
    return await transmit({ server, host, tls, deadline, mailTimeoutMs }, address, id, message);
  } catch (error) {
    if (deadline.aborted)
      return { kind: 'failed', problem: `It did not respond within ${mailTimeoutMs / 1_000} s.` };
    return resultOf(error, secrets);
  }
}

type Connection = {
  readonly server: MailServer;
  readonly host: string;
  readonly tls: MailServer['tls'];
  readonly deadline: AbortSignal;
  readonly mailTimeoutMs: number;
};

async function transmit(
  { server, host, tls, deadline, mailTimeoutMs }: Connection,
  { to }: MailAddress,
  id: string,
  message: NotificationMessage,
): Promise<SendingResult> {
  const { port, login, from } = server;
  // The name that its certificate has to be for; without one the address has to be in it.
  const named = isIP(server.host) === 0 ? { servername: server.host } : {};
  const socket = new Socket();
  const transport = createTransport({
    socket,
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...named,
    tls: named,
    ...timeouts(mailTimeoutMs),
    socketCloseTimeout: 0,
    maxResponseSize: LIMITS.webhookResponseBytesMax,
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const subject = `Tidemill: ${subjectOfMessage(message)}`.replaceAll(/\s+/g, ' ');
    const domain = from.slice(from.lastIndexOf('@') + 1);
    const sending = transport.sendMail({
      from: { name: 'Tidemill', address: from },
      to,
      subject: subject.slice(0, SUBJECT_CHARACTERS_MAX).toWellFormed(),
      text: plainTextOf(message),
      // The same when it is sent again: a mailbox can tell.
      messageId: `<${id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    const { response } = await withinDeadline(sending, deadline);
    return { kind: 'accepted', response: shownResponse(response) };
  } finally {
    transport.close();
    // Also of a server that says a little now and then.
    socket.destroy();
  }
}

/** Those of the library are longer: the deadline is what ends a phase, and in the same words. */
function timeouts(mailTimeoutMs: number) {
  const longerMs = 2 * mailTimeoutMs;
  return {
    connectionTimeout: longerMs,
    greetingTimeout: longerMs,
    socketTimeout: longerMs,
    dnsTimeout: longerMs,
  };
}

/** 5xx to the message or its receiver is for good; a login that is refused may be mended. */
function resultOf(error: unknown, secrets: readonly string[]): SendingResult {
  const { responseCode, code, response } = error as {
    readonly responseCode?: unknown;
    readonly code?: unknown;
    readonly response?: unknown;
  };
  const said = typeof response === 'string' ? response : failureInWords(error);
  const text = `${shownResponse(said, ...secrets).replace(/\.$/, '')}.`;
  if (code === 'ETLS' || (code === 'ESOCKET' && /certificate|altnames/i.test(text)))
    return { kind: 'failed', problem: `The connection to the mail server is not secure: ${text}` };
  if (code === 'ESOCKET' && /wrong version number|packet length too long/.test(text))
    return { kind: 'failed', problem: NO_TLS };
  if (code === 'EAUTH')
    return { kind: 'failed', problem: `The mail server refuses the login: ${text}` };
  const isForGood = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  if (isForGood && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return { kind: 'refused', problem: `The mail server refuses the message: ${text}` };
  return { kind: 'failed', problem: `The mail server did not take it: ${text}` };
}
