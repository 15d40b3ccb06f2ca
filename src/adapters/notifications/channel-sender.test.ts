// Messages to channels over real connections to servers of this machine, which respond as the
// services do: the bodies are those of their documentation.

import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { channelSender } from '#adapters/notifications/channel-sender.ts';
import type { ChannelAddress } from '#domain/notification/channel.ts';
import { parseAddressRange } from '#domain/access/address-range.ts';
import type { NotificationMessage } from '#domain/notification/message.ts';

/** Far above any deadline here, and below the limits that libraries have by themselves. */
const OVERLOADED_MS = 20_000;
const TOKEN = '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc';
const MESSAGE: NotificationMessage = {
  notices: [
    {
      title: 'Bot stopped: <Averaging> & *more*',
      text: 'It has [no] money_left.',
      context: 'Main account',
      atMs: Date.UTC(2026, 10, 26, 14, 5),
      link: 'https://trade.example/bots/bot_1',
    },
  ],
  more: null,
  timeZone: 'Europe/Berlin',
};

function loopback() {
  const range = parseAddressRange('127.0.0.0/8');
  assert(range.ok);
  return [range.value];
}

async function portOf(t: TestContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

type Reply = {
  readonly status: number;
  readonly body: string;
  readonly headers?: { readonly [name: string]: string };
};

/** A service that responds so, and what it was sent. */
async function service(t: TestContext, reply: Reply) {
  const sent: { readonly url: string; readonly body: Record<string, unknown> }[] = [];
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      sent.push({ url: request.url ?? '', body });
      response.writeHead(reply.status, reply.headers).end(reply.body);
    });
  };
  const server = createServer(listener);
  const port = await portOf(t, server);
  t.after(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, sent };
}

function send(address: ChannelAddress, telegramUrl = 'http://127.0.0.1:1', timeoutMs = 2_000) {
  const sender = channelSender({
    allowed: loopback(),
    telegramUrl,
    mailServer: null,
    timeoutMs,
    mailTimeoutMs: timeoutMs,
  });
  return sender.send({ address, id: 'nch_1-7', message: MESSAGE });
}

const telegram: ChannelAddress = { kind: 'telegram', token: TOKEN, chatId: '40721' };

test('a message by Telegram is HTML without what its texts could mean', async (t) => {
  const body = JSON.stringify({
    ok: true,
    result: { message_id: 4711, chat: { id: 40721, type: 'private' }, date: 1, text: 'x' },
  });
  const { url, sent } = await service(t, { status: 200, body });
  assert.deepEqual(await send(telegram, url), { kind: 'accepted', response: 'message 4711' });
  const [request] = sent;
  assert.equal(request?.url, `/bot${TOKEN}/sendMessage`);
  assert.deepEqual(request.body, {
    chat_id: '40721',
    text:
      '<b>Bot stopped: &lt;Averaging&gt; &amp; *more*</b>\nIt has [no] money_left.\n' +
      'Main account, 15:05\n<a href="https://trade.example/bots/bot_1">Open in Tidemill</a>',
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  });
});

function refusedBy(description: string, parameters: object): string {
  return JSON.stringify({ ok: false, error_code: 400, description, parameters });
}

const REFUSALS: readonly (readonly [string, Reply, object])[] = [
  [
    'asks for a pause',
    {
      status: 429,
      body: refusedBy('Too Many Requests: retry after 17', { retry_after: 17 }),
    },
    {
      kind: 'paused',
      retryAfterMs: 17_000,
      problem: 'Telegram responded 429: Too Many Requests: retry after 17.',
    },
  ],
  [
    'was blocked',
    {
      status: 403,
      body: '{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}',
    },
    { kind: 'gone', problem: 'Telegram responded 403: Forbidden: bot was blocked by the user.' },
  ],
  [
    'does not know the chat',
    {
      status: 400,
      body: '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
    },
    { kind: 'gone', problem: 'Telegram responded 400: Bad Request: chat not found.' },
  ],
  [
    'does not take the text',
    {
      status: 400,
      body: '{"ok":false,"error_code":400,"description":"Bad Request: message is too long"}',
    },
    { kind: 'refused', problem: 'Telegram responded 400: Bad Request: message is too long.' },
  ],
  [
    'moved the chat',
    {
      status: 400,
      body: refusedBy('Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: -1_001_234_567_890,
      }),
    },
    {
      kind: 'moved',
      address: { ...telegram, chatId: '-1001234567890' },
      problem: 'Telegram responded 400: Bad Request: group chat was upgraded to a supergroup chat.',
    },
  ],
  [
    'is down',
    { status: 502, body: '<html>Bad Gateway</html>' },
    { kind: 'failed', problem: 'Telegram responded 502.' },
  ],
  [
    'repeats the token',
    { status: 500, body: JSON.stringify({ ok: false, description: `no ${TOKEN} here` }) },
    { kind: 'failed', problem: 'Telegram responded 500: no … here.' },
  ],
];

for (const [what, response, result] of REFUSALS)
  test(`Telegram ${what}`, async (t) => {
    const { url } = await service(t, response);
    assert.deepEqual(await send(telegram, url), result);
  });

test('a message by Discord calls nobody, and has no marks of its texts', async (t) => {
  const body = '{"id":"1311050931884036216","type":0,"content":""}';
  const { url, sent } = await service(t, { status: 200, body });
  const address = { kind: 'discord', url: `${url}/api/webhooks/1/secret` } as const;
  const result = await send(address);
  assert.deepEqual(result, { kind: 'accepted', response: 'message 1311050931884036216' });
  assert.equal(sent[0]?.url, '/api/webhooks/1/secret?wait=true');
  assert.deepEqual(sent[0].body['allowed_mentions'], { parse: [] });
  const [embed] = sent[0].body['embeds'] as [{ readonly description: string }];
  assert(embed.description.startsWith('**Bot stopped: \\<Averaging\\> & \\*more\\***\n'));
});

test('Discord asks for a pause, or its webhook is gone', async (t) => {
  const limited = await service(t, {
    status: 429,
    body: '{"message":"You are being rate limited.","retry_after":1.337,"global":false}',
  });
  assert.deepEqual(await send({ kind: 'discord', url: `${limited.url}/hook` }), {
    kind: 'paused',
    retryAfterMs: 1_337,
    problem: 'Discord responded 429: You are being rate limited.',
  });
  const gone = await service(t, {
    status: 404,
    body: '{"message":"Unknown Webhook","code":10015}',
  });
  assert.deepEqual(await send({ kind: 'discord', url: `${gone.url}/hook` }), {
    kind: 'gone',
    problem: 'Discord responded 404: Unknown Webhook.',
  });
});

test('a message by Slack has no links or mentions of its texts', async (t) => {
  const { url, sent } = await service(t, { status: 200, body: 'ok' });
  assert.deepEqual(await send({ kind: 'slack', url: `${url}/services/T/B/x` }), {
    kind: 'accepted',
    response: 'ok',
  });
  const text = String(sent[0]?.body['text']);
  assert(text.startsWith('*Bot stopped: &lt;Averaging&gt; &amp; '));
  assert(text.endsWith('<https://trade.example/bots/bot_1|Open in Tidemill>'));
});

test('Slack asks for a pause, archives its channel, or knows the webhook no more', async (t) => {
  const cases = [
    [{ status: 429, body: 'rate_limited', headers: { 'retry-after': '30' } }, 'paused'],
    [{ status: 410, body: 'channel_is_archived' }, 'gone'],
    [{ status: 403, body: 'invalid_token' }, 'gone'],
    [{ status: 404, body: 'no_service' }, 'gone'],
    [{ status: 400, body: 'invalid_payload' }, 'refused'],
    [{ status: 500, body: 'rollup_error' }, 'failed'],
  ] as const;
  for (const [response, kind] of cases) {
    const { url } = await service(t, response);
    const result = await send({ kind: 'slack', url: `${url}/services/T/B/x` });
    assert.equal(result.kind, kind, response.body);
    if (result.kind === 'paused') assert.equal(result.retryAfterMs, 30_000);
  }
});

test('one that hangs ends in time; a private network is not reached', async (t) => {
  const server = createSocketServer((socket) => t.after(() => socket.destroy()));
  const port = await portOf(t, server);
  const hanging: ChannelAddress = { kind: 'slack', url: `http://127.0.0.1:${port}/secret-part` };
  assert.deepEqual(await send(hanging, undefined, 200), {
    kind: 'failed',
    problem: 'It did not respond within 0.2 s.',
  });
  const closed = channelSender({ allowed: [], telegramUrl: '', mailServer: null });
  const address: ChannelAddress = { kind: 'discord', url: 'https://10.0.0.1/secret-part' };
  assert.deepEqual(await closed.send({ address, id: 'x', message: MESSAGE }), {
    kind: 'failed',
    problem: '"10.0.0.1" is in a network that this service does not reach.',
  });
});

/** A mail server of this machine, and the mails that it took. */
async function mailServer(t: TestContext, options: SMTPServerOptions = {}) {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, _session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString());
        callback(null, 'queued as 1A2B3C');
      });
    },
    ...options,
  });
  const listening = await new Promise<Server>((resolve) => {
    const made = server.listen(0, '127.0.0.1', () => resolve(made));
  });
  server.on('error', () => undefined);
  t.after(() => server.close());
  const { port } = listening.address() as AddressInfo;
  const smtp = {
    host: '127.0.0.1',
    port,
    tls: 'starttls',
    login: null,
    from: 'tidemill@example.org',
  } as const;
  const address = { kind: 'email', to: 'ada@example.com', smtp } as const;
  return { mails, address };
}

test('a mail has its subject, its text, and the same id whenever it is sent', async (t) => {
  const { mails, address } = await mailServer(t);
  const result = await send(address);
  assert.equal(result.kind, 'accepted');
  assert(result.kind === 'accepted' && result.response.includes('queued as 1A2B3C'));
  const [mail = ''] = mails;
  assert.match(mail, /^From: Tidemill <tidemill@example\.org>\r$/m);
  assert.match(mail, /^To: ada@example\.com\r$/m);
  assert.match(mail, /^Subject: Tidemill: Bot stopped: <Averaging> & \*more\*\r$/m);
  assert.match(mail, /^Message-ID: <nch_1-7@example\.org>\r$/m);
  assert.match(mail, /Open in Tidemill: https:\/\/trade\.example\/bots\/bot_1/);
});

function refusal(responseCode: number, message: string) {
  return Object.assign(new Error(message), { responseCode });
}

test('a mail server refuses the mailbox, the login, or for now', async (t) => {
  const unknown = await mailServer(t, {
    onRcptTo: (_to, _session, callback) => callback(refusal(550, 'no such mailbox')),
  });
  const refused = await send(unknown.address);
  assert.equal(refused.kind, 'refused');
  assert(refused.kind === 'refused' && refused.problem.includes('550 no such mailbox'));
  const later = await mailServer(t, {
    onRcptTo: (_to, _session, callback) => callback(refusal(451, 'greylisted')),
  });
  const delayed = await send(later.address);
  assert.equal(delayed.kind, 'failed');
  const closed = await mailServer(t, {
    allowInsecureAuth: true,
    authOptional: false,
    onAuth: (auth, _session, callback) => callback(refusal(535, `not ${auth.password}`)),
  });
  const login = { user: 'ada', password: 'hunter-two' };
  const smtp = { ...closed.address.smtp, login };
  const denied = await send({ ...closed.address, smtp });
  assert.equal(denied.kind, 'failed');
  assert(
    denied.kind === 'failed' && denied.problem.startsWith('The mail server refuses the login'),
  );
  assert(!denied.problem.includes('hunter-two'));
});

test('a mail server that says nothing, or a byte now and then, ends in time', async (t) => {
  for (const isDripping of [false, true]) {
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      const dripping = setInterval(() => isDripping && socket.write('2'), 20);
      t.after(() => {
        clearInterval(dripping);
        socket.destroy();
      });
    });
    const port = await portOf(t, server);
    const smtp = {
      host: '127.0.0.1',
      port,
      tls: 'starttls',
      login: null,
      from: 'a@b.example',
    } as const;
    const startedMs = performance.now();
    const result = await send({ kind: 'email', to: 'ada@example.com', smtp }, undefined, 300);
    assert.equal(result.kind, 'failed');
    assert(performance.now() - startedMs < OVERLOADED_MS);
  }
});

test('a mail server in a private network is not reached, whatever its name is', async (t) => {
  const { mails, address } = await mailServer(t);
  const sender = channelSender({
    allowed: [],
    resolve: async () => ['127.0.0.1'],
    telegramUrl: '',
    mailServer: null,
  });
  const smtp = { ...address.smtp, host: 'mail.example' };
  const result = await sender.send({ address: { ...address, smtp }, id: 'x', message: MESSAGE });
  assert.deepEqual(result, {
    kind: 'failed',
    problem: '"mail.example" is in a network that this service does not reach.',
  });
  assert.deepEqual(mails, []);
});
