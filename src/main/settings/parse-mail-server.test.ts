import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMailServer } from '#main/settings/parse-mail-server.ts';

test('a mail server is read with its port, its login and who sends', () => {
  const full = parseMailServer('smtp://ada%40x:p%3Ass@mail.example.org:2525?from=t@example.org');
  assert.deepEqual(full.ok && full.value, {
    host: 'mail.example.org',
    port: 2525,
    tls: 'starttls',
    login: { user: 'ada@x', password: 'p:ss' },
    from: 't@example.org',
  });
  const secure = parseMailServer('smtps://[::1]?from=t@example.org');
  assert.deepEqual(secure.ok && secure.value, {
    host: '::1',
    port: 465,
    tls: 'implicit',
    login: null,
    from: 't@example.org',
  });
});

for (const [address, tls] of [
  ['smtp://mail.example.org?', 'starttls'],
  ['smtp://mail.example.org?tls=required&', 'starttls'],
  ['smtp://mail.example.org?tls=optional&', 'optional'],
  ['smtp://10.0.0.1?tls=none&', 'none'],
  ['smtp://localhost:25?', 'optional'],
  ['smtp://127.0.0.1?tls=required&', 'starttls'],
  ['smtp://[::1]?', 'optional'],
  ['smtps://mail.example.org?', 'implicit'],
  ['smtps://mail.example.org?tls=none&', null],
  ['smtp://mail.example.org?tls=toString&', null],
] as const)
  test(`TLS of ${address} is ${tls ?? 'refused'}`, () => {
    const read = parseMailServer(`${address}from=t@example.org`);
    assert.equal(read.ok ? read.value.tls : null, tls);
  });

test('what is no mail server, or has no sender, is refused', () => {
  for (const text of [
    'mail.example.org',
    'http://mail.example.org?from=t@example.org',
    'smtp://mail.example.org',
    'smtp://mail.example.org?from=nobody',
    'smtp://mail.example.org/path?from=t@example.org',
    'smtp://%zz@mail.example.org?from=t@example.org',
  ])
    assert.equal(parseMailServer(text).ok, false, text);
});
