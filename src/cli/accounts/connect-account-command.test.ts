// Accounts at real exchanges from the command line: no secret is an argument, and none is shown.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { CredentialForm } from '#services/credentials/credential-deps.ts';
import { venueFailure } from '#services/credentials/keyed-venue.fixture.ts';
import { venueInstallation } from '#cli/venue-installation.fixture.ts';

const KEY = 'the-api-key-x7Qa';
const SECRET = 'the api secret';
const FORM = {
  apiKey: 'API key',
  secret: 'API secret',
  passphrase: null,
  rights: '"Read" and "Trade"',
  advice: null,
};
const CONNECT = 'accounts connect --exchange venue --market-type spot --name main';

async function setUp() {
  const installation = await venueInstallation();
  installation.keys.set(KEY, { secret: SECRET, report: {} });
  const connect = async () => {
    installation.given.typed = [KEY, SECRET, ''];
    const { out, error } = await installation.run(`${CONNECT} --json`);
    assert.equal(error, '');
    return JSON.parse(out).account_id as string;
  };
  return { ...installation, connect };
}

suite('connecting', () => {
  test('asks for the key where there is a terminal', async () => {
    const { run, given } = await setUp();
    given.typed = [KEY, ` ${SECRET} `, ''];
    const { exitCode, out, error } = await run(CONNECT);
    assert.deepEqual([exitCode, error], [0, '']);
    assert.match(out, /^Connected account acc_\w+\.\nTo let bots trade on it: /);
    assert.equal(out.includes(SECRET) || out.includes(KEY), false);
  });

  test('asks for what the exchange has, in its words', async () => {
    const promptsOf = async (form: CredentialForm) => {
      const { run, given, exchange, prompts } = await setUp();
      Object.assign(exchange, { credentialForm: form });
      given.typed = [KEY, SECRET, 'the passphrase'];
      assert.equal((await run(CONNECT)).exitCode, 0);
      return prompts;
    };
    assert.deepEqual(await promptsOf({ ...FORM, secret: 'Private key' }), [
      'API key, not shown: ',
      'Private key, not shown: ',
    ]);
    assert.deepEqual(await promptsOf({ ...FORM, passphrase: 'Passphrase of the key' }), [
      'API key, not shown: ',
      'API secret, not shown: ',
      'Passphrase of the key, not shown: ',
    ]);
  });

  test('reads lines or JSON from standard input or a file', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-credentials-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'key');
    const json = JSON.stringify({ api_key: KEY, api_secret: SECRET, passphrase: null });
    for (const text of [`${KEY}\n${SECRET}\n`, ` ${json}\n`]) {
      const piped = await setUp();
      piped.given.input = text;
      const fromInput = await piped.run(`${CONNECT} --credentials-file -`);
      assert.equal(fromInput.exitCode, 0, fromInput.error);
      writeFileSync(file, text);
      const fromFile = await (await setUp()).run(`${CONNECT} --credentials-file ${file}`);
      assert.equal(fromFile.exitCode, 0, fromFile.error);
    }
  });

  test('reads a private key with its lines, also from a file that an exchange gives', async () => {
    const body = 'MHcCAQEEIPLANTED\nLINES+of/it==';
    const label = 'EC PRIVATE KEY-----';
    const pem = `-----BEGIN ${label}\n${body}\n-----END ${label}`;
    const folded = pem.replaceAll('\n', '\\n');
    for (const text of [
      `${KEY}\n${pem}\n`,
      `${KEY}\r\n${pem.replaceAll('\n', '\r\n')}\r\n`,
      `${KEY}\n${folded}\n`,
      JSON.stringify({ name: KEY, privateKey: `${pem}\n` }),
      JSON.stringify({ id: KEY, privateKey: pem }),
    ]) {
      const { run, given, keys } = await setUp();
      keys.set(KEY, { secret: pem, report: {} });
      given.input = text;
      const { exitCode, error } = await run(`${CONNECT} --credentials-file -`);
      assert.equal(exitCode, 0, error);
    }
    const { run, given, keys } = await setUp();
    keys.set(KEY, { secret: pem, report: {} });
    given.typed = [KEY, folded, ''];
    assert.equal((await run(CONNECT)).exitCode, 0);
  });

  test('repeats nothing of what it cannot read', async () => {
    const { run, given } = await setUp();
    for (const text of [
      '',
      KEY,
      [KEY, SECRET, 'a', 'b'].join('\n'),
      `{"api_key": "${KEY}", "api_secret": 5}`,
      `{"api_key": "${KEY}", "secret": "${SECRET}"}`,
      `{"api_key": "${KEY}"`,
      `{"name": "${KEY}", "id": "b", "privateKey": "${SECRET}"}`,
      'null',
      '{}',
    ]) {
      given.input = text;
      const { exitCode, out, error } = await run(`${CONNECT} --credentials-file -`);
      assert.equal(exitCode, 1, text);
      assert.match(error, /no credentials in standard input/);
      assert.equal(`${out}${error}`.includes(KEY) || error.includes(SECRET), false);
    }
  });

  test('without a terminal says how else', async () => {
    const { run } = await setUp();
    const { exitCode, error } = await run(CONNECT);
    assert.equal(exitCode, 1);
    assert.match(error, /--credentials-file -/);
  });

  test('accepts a key that may withdraw only when requested, and warns', async () => {
    const { run, given, keys } = await setUp();
    const report = { canWithdraw: true, isAddressBound: false };
    keys.set(KEY, { secret: SECRET, report });
    given.typed = [KEY, SECRET, ''];
    const refused = await run(CONNECT);
    assert.equal(refused.exitCode, 1);
    assert.match(refused.error, /may withdraw money from The Venue/);
    given.typed = [KEY, SECRET, ''];
    const { exitCode, out } = await run(`${CONNECT} --allow-withdraw`);
    assert.equal(exitCode, 0);
    assert.match(out, /Note: The key may withdraw money.*\nNote: The key works from any address/);
  });

  test('at an exchange that is not there says which there are', async () => {
    const { run, given } = await setUp();
    given.typed = [KEY, SECRET, ''];
    const { exitCode, error } = await run(CONNECT.replace('venue', 'moon'));
    assert.equal(exitCode, 1);
    assert.match(error, /no exchange "moon".*tidemill exchanges list$/ms);
  });

  test('has no option for a secret', async () => {
    const { run } = await setUp();
    const { out } = await run('help accounts connect');
    assert.equal(/--(?:api-)?(?:key|secret|passphrase)/.test(out), false);
  });
});

suite('an account that is connected', () => {
  test('is checked, and the refusal of its exchange ends with 1', async () => {
    const { run, connect, keys } = await setUp();
    const id = await connect();
    assert.match((await run(`accounts check ${id}`)).out, /^The account is connected\.\n$/);
    const failure = venueFailure('unauthorized', 'Invalid API-key.');
    keys.set(KEY, { secret: SECRET, failure });
    const { exitCode, out, error } = await run(`accounts check ${id}`);
    assert.equal(exitCode, 1);
    assert.match(out, /invalid_credentials.*\nNote: The exchange refuses the key: Invalid API-key/);
    assert.match(error, new RegExp(`accounts rotate ${id}`));
    assert.match((await run('accounts list')).out, / invalid_credentials /);
  });

  test('is given a new key of the same account of the exchange', async () => {
    const { run, connect, keys, given } = await setUp();
    const id = await connect();
    keys.set('the-next-key-9bKz', { secret: 'next', report: {} });
    given.typed = ['the-next-key-9bKz', 'next', ''];
    const { exitCode, out } = await run(`accounts rotate ${id}`);
    assert.deepEqual([exitCode, /has the new key/.test(out)], [0, true]);
    const undone = await run(`accounts rotate ${id} --undo --json`);
    assert.equal(JSON.parse(undone.out).credentials.hint, 'x7Qa');
    assert.match((await run(`accounts rotate ${id} --undo`)).out, /its former key again/);
    keys.set('another', { secret: 'next', report: { accountUid: 'uid-2' } });
    given.typed = ['another', 'next', ''];
    const refused = await run(`accounts rotate ${id}`);
    assert.deepEqual([refused.exitCode, /of another one/.test(refused.error)], [1, true]);
  });

  test('is given a new key by what the exchange has, in its words', async () => {
    const { run, connect, keys, given, exchange, prompts } = await setUp();
    const id = await connect();
    keys.set('the-next-key-9bKz', { secret: 'next', report: {} });
    Object.assign(exchange, { credentialForm: { ...FORM, secret: 'Private key' } });
    prompts.length = 0;
    given.typed = ['the-next-key-9bKz', 'next'];
    assert.equal((await run(`accounts rotate ${id}`)).exitCode, 0);
    assert.deepEqual(prompts, ['API key, not shown: ', 'Private key, not shown: ']);
  });

  test('is disconnected, which may be repeated', async () => {
    const { run, connect, store } = await setUp();
    const id = await connect();
    for (let time = 0; time < 2; time += 1)
      assert.equal((await run(`accounts disconnect ${id}`)).exitCode, 0);
    assert.equal((await store.findCredentials(id))?.sealed, null);
    assert.equal((await run('accounts disconnect acc_none')).exitCode, 1);
  });
});

suite('exchanges', () => {
  test('are listed with what they can do', async () => {
    const { run } = await setUp();
    const { out } = await run('exchanges list --capabilities');
    assert.match(
      out,
      /^CODE +TYPES +ORDERS +EMULATED +STOPS +EXTRAS +CLASS +MEASURED +HEALTH +CLOCK\n/,
    );
    const { data } = JSON.parse((await run('exchanges list --capabilities --json')).out);
    assert.equal(data[0].is_simulated, false);
    assert.match(data[0].promises.class, /^[abcd]$/);
  });

  test('are tried, and one that fails ends with 1', async () => {
    const { run, exchange } = await setUp();
    const good = await run('exchanges test VENUE');
    assert.equal(good.exitCode, 0, good.out + good.error);
    assert.match(good.out, /^ok {4}markets: \d+\nok {4}price: .*\nok {4}candles: 10 of/);
    Object.assign(exchange, {
      fetchPrice: () => Promise.reject(venueFailure('unavailable', 'maintenance')),
      clockSkewMs: () => -1_001,
    });
    const bad = await run('exchanges test venue');
    assert.equal(bad.exitCode, 1);
    assert.match(bad.out, /fail {2}price: maintenance\n/);
    assert.match(bad.out, /fail {2}clock: -1001 ms from ours\n/);
    assert.equal((await run('exchanges test nowhere')).exitCode, 1);
  });
});
