// Messages by e-mail, over SMTP. The connection goes to the address that was judged, is encrypted
// unless the operator allows its network, and ends within a limit whatever the server does.

import { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type { ChannelAddress, SmtpServer } from '#domain/notification/channel.ts';
import type { SendingResult } from '#domain/notification/judge-sending.ts';
import type { NotificationMessage } from '#domain/notification/message.ts';
import { plainTextOf, subjectOfMessage } from '#domain/notification/message.ts';
import type { ReachOptions } from '#adapters/outgoing/judged-address.ts';
import { judgedAddress, withinDeadline } from '#adapters/outgoing/judged-address.ts';
import { shownResponse } from '#adapters/notifications/read-response.ts';
import { describeError } from '#lib/describe-error.ts';
import { LIMITS } from '#lib/limits.ts';

export type MailOptions = ReachOptions & {
  /** The operator's, which may be anywhere; null: there is none. */
  readonly mailServer: SmtpServer | null;
  readonly mailTimeoutMs?: number;
};

type MailAddress = Extract<ChannelAddress, { readonly kind: 'email' }>;

const SUBJECT_CHARACTERS_MAX = 150;

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
    const mayBePlain = isOperators || to?.isAllowed === true;
    const host = to?.address ?? server.host;
    return await transmit(
      { server, host, mayBePlain, deadline, mailTimeoutMs },
      address,
      id,
      message,
    );
  } catch (error) {
    if (deadline.aborted)
      return { kind: 'failed', problem: `It did not respond within ${mailTimeoutMs / 1_000} s.` };
    return resultOf(error, secrets);
  }
}

type Connection = {
  readonly server: SmtpServer;
  readonly host: string;
  readonly mayBePlain: boolean;
  readonly deadline: AbortSignal;
  readonly mailTimeoutMs: number;
};

async function transmit(
  { server, host, mayBePlain, deadline, mailTimeoutMs }: Connection,
  { to }: MailAddress,
  id: string,
  message: NotificationMessage,
): Promise<SendingResult> {
  const { port, tls, login, from } = server;
  const socket = new Socket();
  const transport = createTransport({
    socket,
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls' && !mayBePlain,
    // The name that its certificate has to be for.
    servername: server.host,
    tls: { servername: server.host },
    connectionTimeout: mailTimeoutMs,
    greetingTimeout: mailTimeoutMs,
    socketTimeout: mailTimeoutMs,
    dnsTimeout: mailTimeoutMs,
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

/** 5xx to the message or its receiver is for good; a login that is refused may be mended. */
function resultOf(error: unknown, secrets: readonly string[]): SendingResult {
  const { responseCode, code, response } = error as {
    readonly responseCode?: unknown;
    readonly code?: unknown;
    readonly response?: unknown;
  };
  const said = typeof response === 'string' ? response : describeError(error);
  const text = shownResponse(said, ...secrets);
  if (code === 'EAUTH')
    return { kind: 'failed', problem: `The mail server refuses the login: ${text}` };
  const isForGood = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  if (isForGood && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return { kind: 'refused', problem: `The mail server refuses the message: ${text}` };
  return { kind: 'failed', problem: `The mail server did not take it: ${text}` };
}
