// The mail server of an installation, as an address: `smtp://user:password@host:587?from=ADDRESS`
// (by STARTTLS; `&tls=optional`: where it is offered, as by default on this machine; `&tls=none`:
// never), or `smtps://` (TLS from the first byte).

import type { MailServer } from '#domain/notification/channel.ts';
import { isMailAddress } from '#domain/notification/channel-address.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

/** What goes to a server on the same machine is read by nobody between. */
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/;
const CHOICES: ReadonlyMap<string, MailServer['tls']> = new Map([
  ['required', 'starttls'],
  ['optional', 'optional'],
  ['none', 'none'],
]);
const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Mail server of an address; rejects it with the form that is expected. */
export function parseMailServer(text: string): Result<MailServer, string> {
  const url = /^smtps?:\/\//.test(text) ? URL.parse(text) : null;
  const from = url?.searchParams.get('from') ?? '';
  const isPlain = url !== null && /^\/?$/.test(url.pathname) && url.hostname !== '';
  if (!isPlain || !isMailAddress(from)) return rejected(EXPECTED);
  const protocol = url.protocol === 'smtps:' ? 'smtps:' : 'smtp:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const tls = tlsOf(protocol, host, url.searchParams.get('tls'));
  if (tls === null) return rejected(EXPECTED);
  try {
    const user = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    return accepted({
      host,
      port: url.port === '' ? DEFAULT_PORTS[protocol] : Number(url.port),
      tls,
      login: user === '' ? null : { user, password },
      from,
    });
  } catch {
    return rejected(EXPECTED);
  }
}

/** Null: the choice is not one. */
function tlsOf(
  protocol: keyof typeof DEFAULT_PORTS,
  host: string,
  choice: string | null,
): MailServer['tls'] | null {
  if (protocol === 'smtps:') return choice === null ? 'implicit' : null;
  if (choice === null) return LOOPBACK_HOST.test(host) ? 'optional' : 'starttls';
  return CHOICES.get(choice) ?? null;
}

const EXPECTED =
  'an address such as smtp://user:password@mail.example.org:587?from=tidemill@example.org, or ' +
  'with smtps:// where the server speaks TLS from the first byte; smtp:// insists on STARTTLS, ' +
  'or takes it where it is offered (&tls=optional), or never (&tls=none)';
