// Channels and rules of notifications from the command line: no secret is an argument, and none is
// shown.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { emptyInstallation } from '#cli/empty-installation.fixture.ts';
import { openCode } from '#services/notifications/channel-codes.ts';

const TOKEN = '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc';
const TELEGRAM = 'notify create telegram --name phone --chat 40721';
const MAIL = 'notify create email --name mail --to ada@example.com';

async function setUp() {
  const installation = emptyInstallation();
  const { run } = installation;
  await run('users create ada');
  const json = async (line: string) => {
    const { exitCode, out, error } = await run(`${line} --json`);
    assert.equal(exitCode, 0, error);
    return JSON.parse(out) as Readonly<Record<string, unknown>>;
  };
  const refusal = async (line: string) => {
    const { exitCode, error } = await run(line);
    assert.notEqual(exitCode, 0, line);
    return error;
  };
  return { ...installation, json, refusal };
}

test('rules are shown that everybody begins with, and that there are no channels', async () => {
  const { run, json } = await setUp();
  const { data } = (await json('notify rules')) as { data: { name: string }[] };
  assert.deepEqual(data.map(({ name }) => name).toSorted(), ['Messages of scripts', 'Problems']);
  assert.match((await run('notify rules')).out, /bot\.notified/);
  assert.deepEqual(await json('notify channels'), { data: [] });
  assert.deepEqual(await json('notify deliveries'), { data: [] });
});

test('a channel is made, proven by its code, tested, muted and deleted', async () => {
  const { run, json, given, notifications, secrets, refusal } = await setUp();
  given.typed = [TOKEN];
  const made = await run(TELEGRAM);
  assert.deepEqual([made.exitCode, made.error], [0, '']);
  assert.match(made.out, /chat 40721 by bot 7301188212/);
  assert(!made.out.includes(TOKEN));
  const id = /nch_\w+/.exec(made.out)?.[0] ?? '';
  assert.match(made.out, new RegExp(`tidemill notify verify ${id} CODE`));
  assert.match(await refusal(`notify test ${id}`), new RegExp(`notify verify ${id} CODE`));
  assert.match(await refusal(`notify verify ${id} 000`), new RegExp(`notify code ${id}`));
  const userId = onlyUser(await json('users list'));
  assert.equal((await notifications.findChannel({ userId, channelId: id }))?.provenAtMs, null);
  const sent = await json(`notify code ${id}`);
  assert.deepEqual(sent, { channel_id: id, is_sent: true });
  const tries = { nowMs: 0, triesMax: 9 };
  const sealed = await notifications.takeCodeTry({ userId, channelId: id }, tries, null);
  const code = openCode({ secrets }, present(sealed, 'a code waits'), id);
  assert.equal((await json(`notify verify ${id} ${code}`))['status'], 'working');
  assert.equal((await json(`notify test ${id}`))['status'], 'waiting');
  const [delivery] = (await json('notify deliveries'))['data'] as [{ delivery_id: string }];
  const again = await json(`notify resend ${delivery.delivery_id}`);
  assert.deepEqual(again, { delivery_id: delivery.delivery_id, status: 'waiting' });
  assert.equal((await json(`notify mute ${id}`))['status'], 'muted');
  assert.equal((await json(`notify unmute ${id}`))['status'], 'working');
  assert.match((await run(`notify mute ${id} --until 2099-01-01`)).out, /until 2099-01-01/);
  assert.equal((await json(`notify enable ${id}`))['status'], 'muted');
  assert.equal((await json(`notify delete ${id}`))['is_deleted'], true);
  assert.deepEqual(await json('notify channels'), { data: [] });
});

function onlyUser({ data }: Readonly<Record<string, unknown>>): string {
  const [user] = data as readonly { readonly user_id: string }[];
  return present(user, 'there is one').user_id;
}

test('what is secret of a channel is read from a file or standard input', async (t) => {
  const { json, given, refusal } = await setUp();
  const folder = mkdtempSync(join(tmpdir(), 'tidemill-channel-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'secret'), 'https://hooks.slack.com/services/T/B/x\n');
  const slack = await json(`notify create slack --name team --secret-file ${folder}/secret`);
  assert.equal(slack['destination'], 'hooks.slack.com (…/B/x)');
  given.input = 'the password\n';
  const smtp = '--smtp mail.example.org:465 --login ada@example.org --secret-file -';
  const mail = await json(`${MAIL} ${smtp}`);
  assert.equal(mail['destination'], 'ada@example.com by mail.example.org');
  assert.match(await refusal(TELEGRAM), /no terminal.*--secret-file/s);
  given.input = ' ';
  assert.match(await refusal(`${TELEGRAM} --secret-file -`), /Nothing was given/);
});

for (const [line, secret, ...words] of [
  ['notify create --name x', '', "missing required argument 'KIND'"],
  ['notify create fax --name x', '', 'telegram, discord, slack, email'],
  ['notify create slack', '', '--name <NAME>'],
  ['notify create slack --name x --chat 1', '', '--chat is for', 'telegram'],
  ['notify create telegram --name x', '', 'needs --chat'],
  [TELEGRAM, 'none', 'token of the bot', '@BotFather'],
  ['notify create telegram --name x --chat ada', TOKEN, '--chat', 'number of a chat'],
  ['notify create discord --name x', 'http://discord.com/', 'address of the webhook', 'https://'],
  ['notify create email --name x', '', 'needs --to'],
  [MAIL, '', '--smtp', 'none of its own'],
  [`${MAIL} --login ada`, '', 'needs --smtp HOST:PORT'],
  [`${MAIL} --smtp mail.example.org`, '', 'expected HOST:PORT', '"mail.example.org"'],
  [`${MAIL} --smtp mail.example.org:587`, '', 'needs --from'],
  [`${MAIL} --smtp 10.0.0.1:587 --from a@example.org`, '', '--smtp', 'public network'],
  [`${MAIL} --smtp mail.example.org:587 --tls no`, '', 'starttls, implicit'],
  ['notify create-rule --name x', '', '--types <A,B>'],
  ['notify create-rule --name x --types order.none', '', 'order.none'],
  ['notify create-rule --name x --types order.* --every-minutes 1441', '', '0 to 1440'],
  ['notify create-rule --name x --types order.* --quiet 22-7', '', '22:30-07:00@Europe/Berlin'],
  ['notify create-rule --name x --types order.* --quiet 22:00-07:00@Here', '', '--quiet', 'zone'],
  ['notify create-rule --name x --types order.* --channel nch_none', '', '--channel', 'listed'],
  ['notify resend 7', '', '"7"', 'tidemill notify deliveries'],
] as const)
  test(`"${line}"${secret === '' ? '' : ` with "${secret}"`} is refused in words`, async () => {
    const { refusal, given } = await setUp();
    if (secret !== '') given.typed = [secret];
    const error = await refusal(line);
    for (const word of words) assert.ok(error.includes(word), `${word} in ${error}`);
  });

test('a channel or rule that there is not, or that is of another, is named', async () => {
  const { run, json, given, refusal } = await setUp();
  await run('users create bob');
  given.typed = [TOKEN];
  const { channel_id: id } = await json(`${TELEGRAM} --user bob`);
  for (const command of ['code', 'mute', 'unmute', 'enable', 'delete', 'test'])
    for (const each of ['nch_none', String(id)]) {
      const error = await refusal(`notify ${command} ${each} --user ada`);
      assert.match(error, new RegExp(`${each}.*tidemill notify channels --user ada`, 's'));
    }
  assert.match(await refusal(`notify verify ${String(id)} 1 --user ada`), /no channel/);
  for (const command of ['enable-rule', 'disable-rule', 'delete-rule'])
    assert.match(
      await refusal(`notify ${command} nrl_none --user ada`),
      /nrl_none.*tidemill notify rules --user ada/s,
    );
});

test('a rule is made with all that it may have, turned off and on, and deleted', async () => {
  const { run, json } = await setUp();
  const scope = '--bot bot_1 bot_2 --account acc_1 --problems-only --every-minutes 60';
  const made = await json(
    `notify create-rule --name nights --types bot.stopped,order.* ${scope} --quiet 22:30-07:00@Europe/Berlin`,
  );
  const { rule_id: id, types, ...terms } = made;
  assert((types as string[]).includes('order.filled') && (types as string[]).length > 5);
  assert.deepEqual(terms, {
    name: 'nights',
    problems_only: true,
    bot_ids: ['bot_1', 'bot_2'],
    account_ids: ['acc_1'],
    channel_ids: [],
    every_minutes: 60,
    is_enabled: true,
  });
  assert.match((await run('notify rules')).out, /nights.*60 min.*22:30-07:00 Europe\/Berlin/);
  assert.equal((await json(`notify disable-rule ${String(id)}`))['is_enabled'], false);
  assert.equal((await json(`notify enable-rule ${String(id)}`))['is_enabled'], true);
  assert.equal((await json(`notify delete-rule ${String(id)}`))['is_deleted'], true);
  assert(!(await run('notify rules')).out.includes('nights'));
});
