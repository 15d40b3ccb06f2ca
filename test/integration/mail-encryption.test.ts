// Mail over TLS and STARTTLS: whom the sender trusts, what it does when encryption is taken away,
// and how it ends when a server hangs. In a process of its own: whom Node trusts is changed.

import assert from 'node:assert/strict';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { channelSender } from '#adapters/notifications/channel-sender.ts';
import { parseAddressRange } from '#domain/access/address-range.ts';
import type { MailServer, SmtpServer } from '#domain/notification/channel.ts';
import { makeCertificate } from '../support/make-certificate.ts';

const TRUSTED = makeCertificate('mail.example');
const TRUSTED_ADDRESS = makeCertificate('127.0.0.1');
const UNTRUSTED = makeCertificate('mail.example');
setDefaultCACertificates([...getCACertificates(), TRUSTED.cert, TRUSTED_ADDRESS.cert]);

const PASSWORD = 'hunter-two';
const LOGIN = { user: 'ada', password: PASSWORD } as const;
const MESSAGE = {
  notices: [{ title: 'It happened', text: null, context: null, atMs: 1, link: null }],
  more: null,
  timeZone: null,
};

type Place = { readonly port: number };

/** By a mail server of the user's own, at a name that leads to this machine. */
async function sendTo({ port }: Place, change: Partial<SmtpServer> = {}, mailTimeoutMs = 20_000) {
  const range = parseAddressRange('127.0.0.0/8');
  assert(range.ok);
  const sender = channelSender({
    allowed: [range.value],
    resolve: async () => ['127.0.0.1'],
    telegramUrl: '',
    mailServer: null,
    mailTimeoutMs,
  });
  const ofServer = { host: 'mail.example', port, tls: 'starttls', login: null } as const;
  const smtp = { ...ofServer, from: 'tidemill@example.org', ...change };
  const address = { kind: 'email', to: 'ada@example.com', smtp } as const;
  return sender.send({ address, id: 'nch_1-7', message: MESSAGE });
}

/** By the mail server of the installation. */
async function sendByOperator({ port }: Place, change: Partial<MailServer>) {
  const ofServer = { host: '127.0.0.1', port, tls: 'starttls', login: LOGIN } as const;
  const mailServer = { ...ofServer, from: 'tidemill@example.org', ...change };
  const sender = channelSender({ allowed: [], telegramUrl: '', mailServer });
  const address = { kind: 'email', to: 'ada@example.com', smtp: null } as const;
  return sender.send({ address, id: 'nch_1-7', message: MESSAGE });
}

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

/** A mail server, whether each mail that it took came encrypted, and the logins that it saw. */
async function mailServer(t: TestContext, options: SMTPServerOptions = {}) {
  const seen = { mails: [] as boolean[], logins: 0 };
  const server = new SMTPServer({
    ...TRUSTED,
    authOptional: true,
    onAuth({ password }, _session, callback) {
      seen.logins += 1;
      const refusal = Object.assign(new Error(`not ${password ?? ''}`), { responseCode: 535 });
      if (password === PASSWORD) callback(null, { user: 'ada' });
      else callback(refusal);
    },
    onData(stream, { secure }, callback) {
      stream.resume();
      stream.on('end', () => {
        seen.mails.push(secure);
        callback(null, 'queued');
      });
    },
    ...options,
  });
  // Of clients that hang up on its certificate.
  server.on('error', () => undefined);
  t.after(() => server.close());
  return { seen, port: await portOf(server.listen(0, '127.0.0.1')) };
}

const IMPLICIT = { secure: true } as const;

for (const tls of ['implicit', 'starttls'] as const) {
  const options = tls === 'implicit' ? IMPLICIT : {};

  test(`${tls}: a mail and a login are sent to a certificate that is trusted`, async (t) => {
    const { seen, ...place } = await mailServer(t, options);
    assert.equal((await sendTo(place, { tls, login: LOGIN })).kind, 'accepted');
    assert.deepEqual(seen, { mails: [true], logins: 1 });
  });

  test(`${tls}: a certificate that signs itself is refused, and nothing is sent`, async (t) => {
    const { seen, ...place } = await mailServer(t, { ...options, ...UNTRUSTED });
    assert.deepEqual(await sendTo(place, { tls, login: LOGIN }), {
      kind: 'failed',
      problem: 'The connection to the mail server is not secure: self-signed certificate.',
    });
    assert.deepEqual(seen, { mails: [], logins: 0 });
  });

  test(`${tls}: a certificate for another name is refused, and nothing is sent`, async (t) => {
    const { seen, ...place } = await mailServer(t, options);
    const result = await sendTo(place, { tls, login: LOGIN, host: 'other.example' });
    assert(result.kind === 'failed');
    assert.match(result.problem, /is not secure: Hostname\/IP does not match .*other\.example/);
    assert.deepEqual(seen, { mails: [], logins: 0 });
  });

  test(`${tls}: a server without a name has a certificate for its address`, async (t) => {
    const { seen, ...place } = await mailServer(t, { ...options, ...TRUSTED_ADDRESS });
    assert.equal((await sendTo(place, { tls, host: '127.0.0.1' })).kind, 'accepted');
    assert.equal((await sendByOperator(place, { tls })).kind, 'accepted');
    assert.deepEqual(seen.mails, [true, true]);
  });

  test(`${tls}: a login that is refused is said without its password`, async (t) => {
    const { seen, ...place } = await mailServer(t, options);
    const result = await sendTo(place, { tls, login: { ...LOGIN, password: 'a-wrong-one' } });
    assert(result.kind === 'failed');
    assert.match(result.problem, /^The mail server refuses the login: .*535/);
    assert(!result.problem.includes('a-wrong-one'));
    assert.deepEqual(seen.mails, []);
  });
}

test('where encryption is required and not offered, neither mail nor login is sent', async (t) => {
  const stripped = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
  const { seen, ...place } = await mailServer(t, stripped);
  const refused = await sendByOperator(place, { tls: 'starttls' });
  assert(refused.kind === 'failed');
  assert.match(refused.problem, /^The connection to the mail server is not secure: /);
  assert.deepEqual(seen, { mails: [], logins: 0 });
  assert.equal((await sendByOperator(place, { tls: 'optional' })).kind, 'accepted');
  assert.deepEqual(seen, { mails: [false], logins: 1 });
});

test('where encryption is optional, one that is offered has to be right as well', async (t) => {
  const { seen, ...place } = await mailServer(t, { ...UNTRUSTED, allowInsecureAuth: true });
  assert.equal((await sendByOperator(place, { tls: 'optional' })).kind, 'failed');
  assert.deepEqual(seen, { mails: [], logins: 0 });
  assert.equal((await sendByOperator(place, { tls: 'none' })).kind, 'accepted');
  assert.deepEqual(seen, { mails: [false], logins: 1 });
});

test('a server that begins without TLS is said to be one for STARTTLS', async (t) => {
  const { seen, ...place } = await mailServer(t);
  const result = await sendTo(place, { tls: 'implicit', login: LOGIN });
  assert(result.kind === 'failed');
  assert.match(result.problem, /does not begin with TLS .* STARTTLS/);
  assert.deepEqual(seen, { mails: [], logins: 0 });
});

/** What a server says first, and to each command; behind the last it says nothing. */
type Line = readonly [to: string, says: string];
const PLAIN: readonly Line[] = [
  ['', '220 mail.example'],
  ['EHLO', '250-mail.example\r\n250 AUTH PLAIN'],
  ['AUTH', '235 ok'],
  ['MAIL', '250 ok'],
  ['RCPT', '250 ok'],
  ['DATA', '354 go on'],
  ['.', '250 queued'],
];

/** Speaks so many of the lines; `heard` is what it was sent. */
function speak(socket: Socket | TLSSocket, lines: readonly Line[], heard: string[]): void {
  let next = 0;
  const sayNext = (): void => {
    const [, says] = lines[next] ?? [];
    next += 1;
    if (says !== undefined) socket.write(`${says}\r\n`);
  };
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    for (const line of bytes.toString('latin1').split('\r\n')) {
      heard.push(line);
      const [to] = lines[next] ?? [];
      if (to !== undefined && to !== '' && line.startsWith(to)) sayNext();
    }
  });
  sayNext();
}

async function hangingServer(t: TestContext, serve: (socket: Socket) => void) {
  const server = createServer((socket) => {
    t.after(() => socket.destroy());
    socket.on('error', () => undefined);
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  return { port: await portOf(server) };
}

const OFFER: readonly Line[] = [
  ['', '220 mail.example'],
  ['EHLO', '250-mail.example\r\n250 STARTTLS'],
];

/** Long enough for a handshake on a machine that stands still for a second. */
const HANG_MS = 2_000;
const HANGS = { kind: 'failed', problem: 'It did not respond within 2 s.' } as const;

// Each waits for the whole limit, so all of them wait at once.
suite('a server that hangs is cut off in time', { concurrency: true }, () => {
  for (const [index, [to]] of PLAIN.entries())
    test(`at ${to || 'its greeting'}`, async (t) => {
      const heard: string[] = [];
      const place = await hangingServer(t, (socket) => speak(socket, PLAIN.slice(0, index), heard));
      assert.deepEqual(await sendTo(place, { login: LOGIN }, HANG_MS), HANGS);
      assert(to === '' || heard.some((line) => line.startsWith(to)), heard.join('\n'));
    });

  for (const [index, lines] of [OFFER, [...OFFER, ['STARTTLS', '220 go on'] as const]].entries())
    test(['at STARTTLS', 'in the handshake of STARTTLS'][index] ?? '', async (t) => {
      const place = await hangingServer(t, (socket) => speak(socket, lines, []));
      assert.deepEqual(await sendTo(place, { login: LOGIN }, HANG_MS), HANGS);
    });

  test('in the handshake', async (t) => {
    const mute = await hangingServer(t, () => undefined);
    assert.deepEqual(await sendTo(mute, { tls: 'implicit' }, HANG_MS), HANGS);
  });

  test('after the handshake', async (t) => {
    const heard: string[] = [];
    const place = await hangingServer(t, (socket) => {
      const secure = new TLSSocket(socket, { isServer: true, ...TRUSTED });
      t.after(() => secure.destroy());
      speak(secure, PLAIN.slice(0, 3), heard);
    });
    assert.deepEqual(await sendTo(place, { tls: 'implicit', login: LOGIN }, HANG_MS), HANGS);
    assert(
      heard.some((line) => line.startsWith('MAIL')),
      heard.join('\n'),
    );
  });
});

test('a mail that was taken counts although the server hangs afterwards', async (t) => {
  const place = await hangingServer(t, (socket) => speak(socket, PLAIN, []));
  assert.deepEqual(await sendTo(place, { login: LOGIN }), {
    kind: 'accepted',
    response: '250 queued',
  });
});

test('a server that refuses STARTTLS, or says more than its refusal, gets no login', async (t) => {
  for (const reply of ['454 not now', '220 go on\r\n250 AUTH PLAIN']) {
    const heard: string[] = [];
    const lines: readonly Line[] = [...OFFER, ['STARTTLS', reply]];
    const place = await hangingServer(t, (socket) => speak(socket, lines, heard));
    assert.equal((await sendTo(place, { login: LOGIN }, 300)).kind, 'failed');
    assert(!heard.some((line) => line.startsWith('AUTH')), heard.join('\n'));
  }
});
