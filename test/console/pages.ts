// The pages of the console as they are looked at: their addresses, and what is seen when they have
// loaded. A page that is not listed here is not checked.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { FurnishedPartner } from './furnish-partner.ts';
import type { Furniture } from './furnish.ts';
import { MARKET } from './furnish.ts';

export type OwnObjects = Furniture & FurnishedPartner;

export type ConsolePage = {
  readonly name: string;
  readonly address: (own: OwnObjects) => string;
  /** Waits until the page shows what it has. */
  readonly isLoaded: (page: Page) => Promise<void>;
  /** What the browser prints of a response that the page expects. */
  readonly prints?: RegExp;
};

const heading =
  (name: string | RegExp, level = 1) =>
  async (page: Page) => {
    await page.getByRole('heading', { level, name }).waitFor();
  };

/** Charts are drawn on a canvas; what loads is a skeleton until then. */
const nothingLoads = async (page: Page): Promise<void> => {
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
};

const dialog = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').waitFor();
};

/** A canvas, or on small screens the list of its blocks. */
const graph = async (page: Page): Promise<void> => {
  await page.locator('.react-flow__node, .graph-list li').first().waitFor();
};

const mistakes = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: 'Mistakes' }).waitFor();
};

const withChart =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await heading(name)(page);
    await page.getByText('Loading candles…').waitFor({ state: 'hidden' });
  };

export const PAGES: readonly ConsolePage[] = [
  { name: 'home', address: () => '/', isLoaded: heading('Home') },
  { name: 'accounts', address: () => '/accounts', isLoaded: heading('Accounts') },
  {
    name: 'account',
    address: ({ accountId }) => `/accounts/${accountId}`,
    isLoaded: heading('Main'),
  },
  ...(['history', 'fills', 'limits', 'key'] as const).map((tab) => ({
    name: `account-${tab}`,
    address: ({ accountId }: Furniture) => `/accounts/${accountId}?tab=${tab}`,
    isLoaded: heading('Main'),
  })),
  { name: 'new-account', address: () => '/accounts?new=true', isLoaded: dialog },
  { name: 'markets', address: () => '/markets?exchange=sim', isLoaded: heading('Markets') },
  {
    name: 'market',
    address: () => `/markets/${MARKET}?exchange=sim`,
    isLoaded: withChart(/BTC/),
  },
  {
    name: 'market-indicators',
    address: () => `/markets/${MARKET}?exchange=sim&indicators=SMA%3A20%2CBBANDS%2CRSI%3A14`,
    async isLoaded(page) {
      await withChart(/BTC/)(page);
      await page.getByText(/RSI 14/).waitFor();
    },
  },
  { name: 'bots', address: () => '/bots', isLoaded: heading('Bots') },
  { name: 'bot', address: ({ botId }) => `/bots/${botId}`, isLoaded: withChart('Averages on BTC') },
  ...(['orders', 'history', 'comparison'] as const).map((tab) => ({
    name: `bot-${tab}`,
    address: ({ botId }: Furniture) => `/bots/${botId}?tab=${tab}`,
    isLoaded: withChart('Averages on BTC'),
  })),
  {
    name: 'bot-rules',
    address: ({ rulesBotId }) => `/bots/${rulesBotId}?tab=rules`,
    async isLoaded(page) {
      await withChart('Dips on BTC')(page);
      await page.getByRole('button', { name: 'Count over the last 300 candles' }).waitFor();
    },
  },
  {
    name: 'bot-graph',
    address: ({ rulesBotId }) => `/bots/${rulesBotId}?tab=graph`,
    async isLoaded(page) {
      await withChart('Dips on BTC')(page);
      await graph(page);
    },
  },
  {
    name: 'bot-results',
    address: ({ pastBotId }) => `/bots/${pastBotId}`,
    async isLoaded(page) {
      await withChart('Averages, stopped')(page);
      await heading('Returns by month', 2)(page);
      await page.getByText('Sharpe ratio of the last 30 days').waitFor();
      await nothingLoads(page);
    },
  },
  { name: 'new-bot', address: () => '/bots?new=true', isLoaded: dialog },
  {
    name: 'new-strategy-bot',
    address: () => '/bots/new-strategy',
    async isLoaded(page) {
      await page.getByText('Needed at the start').waitFor();
    },
  },
  {
    name: 'strategy-bot',
    address: ({ strategyBotId }) => `/bots/${strategyBotId}`,
    isLoaded: withChart('Grid on BTC'),
  },
  { name: 'scripts', address: () => '/scripts', isLoaded: heading('Scripts') },
  {
    name: 'script',
    address: ({ scriptId }) => `/scripts/${scriptId}`,
    isLoaded: heading('Moving averages'),
  },
  {
    name: 'script-with-mistake',
    address: ({ faultyScriptId }) => `/scripts/${faultyScriptId}`,
    isLoaded: heading('Unfinished'),
  },
  {
    name: 'visual-script',
    address: ({ visualScriptId }) => `/scripts/${visualScriptId}`,
    isLoaded: heading('Money and exits', 2),
  },
  {
    name: 'visual-script-lua',
    address: ({ visualScriptId }) => `/scripts/${visualScriptId}?view=lua`,
    async isLoaded(page) {
      await page.getByRole('list', { name: 'Lua of the script' }).waitFor();
    },
  },
  {
    name: 'visual-script-versions',
    address: ({ visualScriptId }) => `/scripts/${visualScriptId}?view=versions`,
    isLoaded: heading('Dips of a rising market'),
  },
  {
    name: 'visual-script-graph',
    address: ({ visualScriptId }) => `/scripts/${visualScriptId}?view=graph`,
    isLoaded: graph,
  },
  {
    name: 'visual-script-large',
    address: ({ largeScriptId }) => `/scripts/${largeScriptId}?view=graph`,
    isLoaded: graph,
  },
  {
    name: 'visual-script-with-mistakes',
    address: ({ faultyRulesId }) => `/scripts/${faultyRulesId}`,
    isLoaded: mistakes,
  },
  {
    name: 'visual-script-graph-with-mistakes',
    address: ({ faultyRulesId }) => `/scripts/${faultyRulesId}?view=graph`,
    async isLoaded(page) {
      await graph(page);
      await mistakes(page);
      // What is small from afar has its size nearer, and in the list.
      const nearer = page.getByRole('button', { name: 'Zoom In' });
      if (await nearer.isVisible()) {
        for (let step = 0; step < 4; step += 1) await nearer.click();
      }
    },
  },
  { name: 'backtests', address: () => '/backtests', isLoaded: heading('Backtests') },
  {
    name: 'backtest',
    address: ({ backtestId }) => `/backtests/${backtestId}`,
    async isLoaded(page) {
      await heading('Distributions and resampled runs', 2)(page);
      await page.locator('.plot svg').first().waitFor();
    },
  },
  {
    name: 'comparison',
    address: ({ backtestId }) => `/backtests/compare?ids=${backtestId},${backtestId}`,
    isLoaded: heading('Comparison'),
  },
  { name: 'labs', address: () => '/labs', isLoaded: heading('Labs') },
  {
    name: 'lab',
    address: ({ labId }) => `/labs/${labId}`,
    isLoaded: heading('How much may be luck', 2),
  },
  {
    name: 'portfolio',
    address: ({ backtestId, pastBotId }) => `/portfolio?backtests=${backtestId}&bots=${pastBotId}`,
    isLoaded: heading('What each adds', 2),
  },
  { name: 'series', address: () => '/series', isLoaded: heading('Data series') },
  {
    name: 'series-of-moods',
    address: () => '/series?name=mood',
    async isLoaded(page) {
      await heading('mood', 2)(page);
      await page.getByText('All points.').waitFor();
    },
  },
  { name: 'settings', address: () => '/settings', isLoaded: heading('Settings') },
  {
    name: 'settings-security',
    address: () => '/settings?tab=security',
    isLoaded: heading('Settings'),
  },
  {
    name: 'settings-sessions',
    address: () => '/settings?tab=sessions',
    isLoaded: heading('Settings'),
  },
  {
    name: 'settings-notifications',
    address: () => '/settings?tab=notifications',
    isLoaded: heading('Channels', 2),
  },
  {
    name: 'settings-webhooks',
    address: () => '/settings?tab=webhooks',
    isLoaded: heading('Webhooks', 2),
  },
  { name: 'settings-keys', address: () => '/settings?tab=keys', isLoaded: heading('Settings') },
  {
    name: 'partner',
    address: () => '/partner',
    async isLoaded(page) {
      await page.getByRole('link', { name: 'customer-42' }).waitFor();
    },
  },
  {
    name: 'partner-bots',
    address: () => '/partner?tab=bots',
    async isLoaded(page) {
      await page.getByRole('link', { name: 'Trend of 42' }).waitFor();
    },
  },
  {
    name: 'partner-signals',
    address: () => '/partner?tab=signals',
    async isLoaded(page) {
      await page.getByText('No bot was listening').waitFor();
    },
  },
  {
    name: 'partner-webhooks',
    address: () => '/partner?tab=webhooks',
    isLoaded: heading('Webhooks', 2),
  },
  {
    name: 'partner-usage',
    address: () => '/partner?tab=usage',
    isLoaded: heading('By end user', 2),
  },
  {
    name: 'partner-keys',
    address: () => '/partner?tab=keys',
    async isLoaded(page) {
      await page.getByRole('button', { name: 'Revoke Back office' }).waitFor();
    },
  },
  {
    name: 'partner-new-bot',
    address: ({ endUserId }) => `/partner/users/${endUserId}/new-bot`,
    async isLoaded(page) {
      await page.getByText('Needed at the start').waitFor();
    },
  },
  {
    name: 'end-user',
    address: ({ endUserId }) => `/partner/users/${endUserId}`,
    isLoaded: heading('customer-42'),
  },
  {
    name: 'end-user-bot',
    address: ({ endUserId, gridBotId }) => `/partner/users/${endUserId}/bots/${gridBotId}`,
    isLoaded: heading('Grid of 42'),
  },
  { name: 'users', address: () => '/users', isLoaded: heading('Users') },
  { name: 'audit', address: () => '/audit', isLoaded: heading('Audit log') },
  { name: 'operator', address: () => '/operator', isLoaded: heading('Operator') },
  {
    name: 'missing',
    address: () => '/no-such-page',
    isLoaded: heading('There is no such page'),
    // The browser says so too.
    prints: /404/,
  },
];

/** Where nobody is signed in. */
export const SIGN_IN_PAGE = '/sign-in';

const ROOT = path.join(import.meta.dirname, '..', '..');
const ROUTER = path.join(ROOT, 'console', 'src', 'app', 'router.tsx');

/** Addresses of the router that no page of the list has. */
export function unlistedRoutes(own: OwnObjects): readonly string[] {
  const routes = [...readFileSync(ROUTER, 'utf8').matchAll(/\bpath: '([^']+)'/g)];
  const listed = PAGES.map(({ address }) => address(own).replace(/\?.*/, ''));
  return routes
    .map(([, route = '']) => route)
    .filter((route) => {
      const pattern = new RegExp(`^${route.replaceAll(/\$\w*/g, '[^/]+')}$`);
      return route !== SIGN_IN_PAGE && !listed.some((address) => pattern.test(address));
    });
}

/** Opens the page and waits until it is complete. */
export async function openPage(page: Page, of: ConsolePage, own: OwnObjects): Promise<void> {
  await page.goto(of.address(own));
  await of.isLoaded(page);
  await nothingLoads(page);
}

/** Goes to the page within the console, and waits until it is complete. */
export async function openWithin(page: Page, of: ConsolePage, own: OwnObjects): Promise<void> {
  await goWithin(page, of.address(own));
  await of.isLoaded(page);
  await nothingLoads(page);
}

const MISSING = '/no-such-page';
/** What that page offers, and no other one. */
const WAY_HOME = 'main .page-head + * a.button-main[href="/"]';

/**
 * Goes to another page as its links do, which loads nothing of the console again, and waits for its
 * heading or its dialog, in any language. On the way it passes the page of addresses without one.
 */
export async function goWithin(page: Page, address: string): Promise<void> {
  await follow(page, MISSING);
  await page.locator(WAY_HOME).waitFor();
  if (address === MISSING) return;
  await follow(page, address);
  await page.locator(WAY_HOME).waitFor({ state: 'hidden' });
  await page.locator('main h1, [role=dialog]').first().waitFor();
}

const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
