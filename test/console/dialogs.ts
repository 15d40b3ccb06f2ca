// The dialogs of the console: where each is opened, and by what. A dialog that is not listed here
// is not checked.

import type { Page } from 'playwright-core';
import type { OwnObjects } from './pages.ts';

export type ConsoleDialog = {
  readonly name: string;
  readonly address: (own: OwnObjects) => string;
  /** Opens it; the page is there already. */
  readonly open: (page: Page) => Promise<void>;
  /** Shown on narrow screens alone. */
  readonly isNarrow?: boolean;
};

type Step = (page: Page) => Promise<void>;

const press =
  (...names: readonly (string | RegExp)[]): Step =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };

const key =
  (pressed: string): Step =>
  async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press(pressed);
  };

/** The address itself opens it. */
const atOnce: Step = async () => undefined;

const at = (address: string) => (): string => address;

const script = ({ scriptId }: OwnObjects): string => `/scripts/${scriptId}`;
const pastBot = ({ pastBotId }: OwnObjects): string => `/bots/${pastBotId}`;
const endUser = ({ endUserId }: OwnObjects): string => `/partner/users/${endUserId}`;
const webhooks = at('/settings?tab=webhooks');
const notifications = at('/settings?tab=notifications');

/** Chooses the first rows of a list. */
const chooseRows =
  (count: number, ...then: readonly (string | RegExp)[]): Step =>
  async (page) => {
    const boxes = page.getByRole('main').getByRole('checkbox', { name: /^(Choose|Select) / });
    await boxes.first().waitFor();
    for (let row = 0; row < count; row += 1) {
      const box = boxes.nth(row);
      if (!(await box.isChecked())) await box.check();
    }
    await press(...then)(page);
  };

async function writeAndLeave(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Text of the script' }).click();
  await page.keyboard.insertText('-- ');
  await page.getByText('Not saved').waitFor();
  await page.getByRole('link', { name: 'Scripts' }).first().click();
}

/** As if the last proof were too old. */
async function askWhoItIs(page: Page): Promise<void> {
  await page.route('**/auth/session', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as object;
    await route.fulfill({ response, json: { ...session, confirmed_until: null } });
  });
  await page.reload();
  await press('New user')(page);
  await page.getByRole('dialog').waitFor();
  await page.unroute('**/auth/session');
}

export const DIALOGS: readonly ConsoleDialog[] = [
  { name: 'more', address: at('/'), open: press('More'), isNarrow: true },
  { name: 'palette', address: at('/'), open: key('ControlOrMeta+k') },
  { name: 'keys', address: at('/'), open: key('?') },
  { name: 'new-account', address: at('/accounts?new=true'), open: atOnce },
  { name: 'new-paper-account', address: at('/accounts?new=true'), open: press(/Paper account/) },
  { name: 'stop-everything', address: at('/'), open: press('Stop everything') },
  {
    name: 'delete-account',
    address: ({ accountId }) => `/accounts/${accountId}?tab=key`,
    open: press(/Delete|Remove|Disconnect/),
  },
  {
    name: 'cancel-orders',
    address: ({ accountId }) => `/accounts/${accountId}`,
    open: press(/^Cancel all/),
  },
  { name: 'import-candles', address: at('/markets'), open: press('Import candles') },
  { name: 'examples', address: at('/scripts'), open: press('Examples') },
  { name: 'new-script', address: at('/scripts?new=true'), open: atOnce },
  { name: 'rename-script', address: script, open: press('Rename') },
  { name: 'delete-script', address: script, open: press('Delete') },
  { name: 'leave-script', address: script, open: writeAndLeave },
  { name: 'new-bot', address: at('/bots?new=true'), open: atOnce },
  { name: 'delete-bot', address: pastBot, open: press('Delete') },
  { name: 'stop-bot', address: ({ botId }) => `/bots/${botId}`, open: press('Stop') },
  { name: 'start-bots', address: at('/bots'), open: chooseRows(3, /^Start \d/) },
  { name: 'stop-bots', address: at('/bots'), open: chooseRows(3, /^Stop \d/) },
  { name: 'delete-bots', address: at('/bots'), open: chooseRows(3, /^Delete \d/) },
  { name: 'edit-bot', address: pastBot, open: press('Edit') },
  {
    name: 'edit-strategy',
    address: ({ strategyBotId }) => `/bots/${strategyBotId}`,
    open: press(/^Edit/),
  },
  {
    name: 'delete-backtest',
    address: ({ backtestId }) => `/backtests/${backtestId}`,
    open: press('Delete'),
  },
  { name: 'delete-backtests', address: at('/backtests'), open: chooseRows(1, 'Delete') },
  { name: 'new-lab', address: at('/labs?new=true'), open: atOnce },
  { name: 'delete-lab', address: ({ labId }) => `/labs/${labId}`, open: press('Delete') },
  { name: 'import-points', address: at('/series'), open: press('Import points') },
  { name: 'delete-series', address: at('/series'), open: press('Delete mood') },
  { name: 'new-app', address: at('/settings?tab=security'), open: press('Set up an app') },
  { name: 'new-key', address: at('/settings?tab=keys'), open: press('New key') },
  { name: 'revoke-key', address: at('/settings?tab=keys'), open: press(/^(Revoke|Delete)/) },
  { name: 'new-channel', address: notifications, open: press('Add a channel') },
  { name: 'new-mail', address: notifications, open: press('Add a channel', 'E-mail') },
  { name: 'new-rule', address: notifications, open: press('New rule') },
  { name: 'new-webhook', address: webhooks, open: press('Add a webhook') },
  { name: 'new-hook', address: webhooks, open: press('Add a hook') },
  { name: 'new-user', address: at('/users'), open: press('New user') },
  { name: 'user-link', address: at('/users'), open: press(/^Link/) },
  { name: 'user-role', address: at('/users'), open: press(/^Role/) },
  { name: 'sign-user-out', address: at('/users'), open: press(/^Sign out second/) },
  { name: 'delete-user', address: at('/users'), open: press(/^Delete .*second/) },
  { name: 'prove', address: at('/users'), open: askWhoItIs },
  { name: 'new-end-user', address: at('/partner'), open: press('New end user') },
  { name: 'delete-end-user', address: endUser, open: press(/^Delete/) },
  { name: 'new-partner-key', address: at('/partner?tab=keys'), open: press('New key') },
  {
    name: 'revoke-partner-key',
    address: at('/partner?tab=keys'),
    open: press('Revoke Back office'),
  },
  {
    name: 'stop-partner-bot',
    address: ({ endUserId, gridBotId }) => `/partner/users/${endUserId}/bots/${gridBotId}`,
    open: press('Stop'),
  },
];
