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
