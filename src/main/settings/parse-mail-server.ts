// The mail server of an installation, as an address: `smtp://user:password@host:587?from=ADDRESS`
// (STARTTLS where it is offered), or `smtps://` (TLS from the first byte).

import type { SmtpServer } from '#domain/notification/channel.ts';
import { isMailAddress } from '#domain/notification/channel-address.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

export function parseMailServer(text: string): Result<SmtpServer, string> {
  const url = /^smtps?:\/\//.test(text) ? URL.parse(text) : null;
  const from = url?.searchParams.get('from') ?? '';
  const isPlain = url !== null && /^\/?$/.test(url.pathname) && url.hostname !== '';
  if (!isPlain || !isMailAddress(from)) return rejected(EXPECTED);
  const protocol = url.protocol === 'smtps:' ? 'smtps:' : 'smtp:';
  try {
    const user = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    return accepted({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? DEFAULT_PORTS[protocol] : Number(url.port),
      tls: protocol === 'smtps:' ? 'implicit' : 'starttls',
      login: user === '' ? null : { user, password },
      from,
    });
  } catch {
    return rejected(EXPECTED);
  }
}

const EXPECTED =
  'an address such as smtp://user:password@mail.example.org:587?from=tidemill@example.org, or ' +
  'with smtps:// where the server speaks TLS from the first byte';
