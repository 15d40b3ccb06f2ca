// The addresses of the console. All pages but the one where one signs in are loaded when they are
// opened.

import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { BASE_PATH } from '../api/base-path.ts';
import { sessionQuery } from '../api/session-query.ts';
import type { Interval } from '../chart/intervals.ts';
import { intervalOf } from '../chart/intervals.ts';
import { readLogAddress } from '../pages/bots/log-lines.ts';
import type { SpanName } from '../pages/home/worth-span.ts';
import { SPANS } from '../pages/home/worth-span.ts';
import { SignInPage } from '../pages/sign-in-page.tsx';
import { Failed, Loading } from '../parts/states.tsx';
import { NoSuchPage } from '../pages/no-such-page.tsx';
import { readBotsAddress } from './bots-address.ts';
import { readStrategyAddress } from './strategy-address.ts';

/** Beside the first one. */
const SETTINGS_TABS: readonly unknown[] = [
  'security',
  'sessions',
  'notifications',
  'webhooks',
  'keys',
];

const PARTNER_TABS = ['bots', 'signals', 'webhooks', 'usage', 'keys'] as const;
const END_USER_TABS = ['orders', 'fills', 'limits', 'key'] as const;
const BOT_TABS = ['orders', 'history', 'comparison', 'rules', 'graph'] as const;
const PARTNER_BOT_TABS = ['orders', 'closed', 'deliveries'] as const;

/** Beside the first one, of a market. */
const MARKET_PARTS = ['positions', 'ended', 'fills'] as const;

/** Whether the dialog of what is new is open. */
function readNew({ new: isNew }: Record<string, unknown>): { new?: true } {
  return isNew === true ? { new: true } : {};
}

/** Over which time values are shown. */
function readSpan(found: unknown): { span?: SpanName } {
  const known = SPANS.find(([name]) => name === found)?.[0];
  return known === undefined ? {} : { span: known };
}

type Context = { readonly client: QueryClient };

function PageFailed({ error }: { readonly error: unknown }) {
  return <Failed error={error} onRetry={() => location.reload()} isPage />;
}

/** Where the frame around the pages is missing as well. */
function AllFailed({ error }: { readonly error: unknown }) {
  return (
    <main className="main">
      <PageFailed error={error} />
    </main>
  );
}

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  errorComponent: AllFailed,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' && /^\/(?!\/)/.test(next) ? { next } : {},
  component: SignInPage,
});

/** Everything else is for who is signed in and has a password. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  async beforeLoad({ context, location }) {
    const session = await context.client.query({ ...sessionQuery, staleTime: 'static' });
    if (session?.has_password === true) return;
    const next = location.pathname === '/' ? {} : { next: location.pathname };
    throw redirect({ to: '/sign-in', search: next });
  },
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  errorComponent: AllFailed,
});

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  validateSearch: ({ span }: Record<string, unknown>) => readSpan(span),
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
});
const accounts = createRoute({
  getParentRoute: () => inside,
  path: '/accounts',
  validateSearch: readNew,
  component: lazyRouteComponent(
    () => import('../pages/accounts/accounts-page.tsx'),
    'AccountsPage',
  ),
});
const account = createRoute({
  getParentRoute: () => inside,
  path: '/accounts/$accountId',
  validateSearch: ({ tab, span }: Record<string, unknown>) => {
    const known = (['history', 'fills', 'limits', 'key'] as const).find((name) => name === tab);
    return { ...(known === undefined ? {} : { tab: known }), ...readSpan(span) };
  },
  component: lazyRouteComponent(() => import('../pages/accounts/account-page.tsx'), 'AccountPage'),
});
const markets = createRoute({
  getParentRoute: () => inside,
  path: '/markets',
  validateSearch: ({ exchange, search }: Record<string, unknown>) => ({
    ...(typeof exchange === 'string' ? { exchange } : {}),
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
  }),
  component: lazyRouteComponent(() => import('../pages/markets-page.tsx'), 'MarketsPage'),
});
const market = createRoute({
  getParentRoute: () => inside,
  path: '/markets/$marketTag',
  validateSearch: ({ interval, exchange, show, indicators }: Record<string, unknown>) => {
    const shown = MARKET_PARTS.find((name) => name === show);
    return {
      ...(intervalOf(interval) === null ? {} : { interval: intervalOf(interval) as Interval }),
      ...(typeof exchange === 'string' ? { exchange } : {}),
      ...(shown === undefined ? {} : { show: shown }),
      ...(typeof indicators === 'string' ? { indicators } : {}),
    };
  },
  component: lazyRouteComponent(() => import('../pages/market/market-page.tsx'), 'MarketPage'),
});
const bots = createRoute({
  getParentRoute: () => inside,
  path: '/bots',
  validateSearch: readBotsAddress,
  component: lazyRouteComponent(() => import('../pages/bots/bots-page.tsx'), 'BotsPage'),
});
const newStrategyBot = createRoute({
  getParentRoute: () => inside,
  path: '/bots/new-strategy',
  validateSearch: readStrategyAddress,
  component: lazyRouteComponent(
    () => import('../pages/strategy-bots/new-strategy-bot-page.tsx'),
    'NewStrategyBotPage',
  ),
});
const bot = createRoute({
  getParentRoute: () => inside,
  path: '/bots/$botId',
  validateSearch: ({ tab, interval, lines }: Record<string, unknown>) => {
    const known = BOT_TABS.find((name) => name === tab);
    return {
      ...(known === undefined ? {} : { tab: known }),
      ...(intervalOf(interval) === null ? {} : { interval: intervalOf(interval) as Interval }),
      ...readLogAddress(lines),
    };
  },
  component: lazyRouteComponent(() => import('../pages/bots/bot-page.tsx'), 'BotPage'),
});
const scripts = createRoute({
  getParentRoute: () => inside,
  path: '/scripts',
  validateSearch: readNew,
  component: lazyRouteComponent(() => import('../pages/scripts-page.tsx'), 'ScriptsPage'),
});
/** Those that are not the first. */
const SCRIPT_VIEWS = ['graph', 'versions', 'lua'] as const;
const script = createRoute({
  getParentRoute: () => inside,
  path: '/scripts/$scriptId',
  validateSearch: ({ view, like }: Record<string, unknown>) => {
    const known = SCRIPT_VIEWS.find((name) => name === view);
    return {
      ...(known === undefined ? {} : { view: known }),
      ...(typeof like === 'string' ? { like } : {}),
    };
  },
  component: lazyRouteComponent(() => import('../pages/script-page.tsx'), 'ScriptPage'),
});
const backtests = createRoute({
  getParentRoute: () => inside,
  path: '/backtests',
  component: lazyRouteComponent(() => import('../pages/backtests-page.tsx'), 'BacktestsPage'),
});
const backtest = createRoute({
  getParentRoute: () => inside,
  path: '/backtests/$backtestId',
  component: lazyRouteComponent(() => import('../pages/backtest-page.tsx'), 'BacktestPage'),
});
const comparison = createRoute({
  getParentRoute: () => inside,
  path: '/backtests/compare',
  validateSearch: ({ ids }: Record<string, unknown>) => ({
    ids: typeof ids === 'string' ? ids : '',
  }),
  component: lazyRouteComponent(
    () => import('../pages/backtest-compare-page.tsx'),
    'BacktestComparePage',
  ),
});
const portfolio = createRoute({
  getParentRoute: () => inside,
  path: '/portfolio',
  validateSearch: ({ backtests, bots }: Record<string, unknown>) => ({
    ...(typeof backtests === 'string' ? { backtests } : {}),
    ...(typeof bots === 'string' ? { bots } : {}),
  }),
  component: lazyRouteComponent(() => import('../pages/portfolio-page.tsx'), 'PortfolioPage'),
});
const labs = createRoute({
  getParentRoute: () => inside,
  path: '/labs',
  validateSearch: ({
    script: scriptId,
    backtest: backtestId,
    ...rest
  }: Record<string, unknown>) => ({
    ...readNew(rest),
    ...(typeof scriptId === 'string' ? { script: scriptId } : {}),
    ...(typeof backtestId === 'string' ? { backtest: backtestId } : {}),
  }),
  component: lazyRouteComponent(() => import('../pages/labs-page.tsx'), 'LabsPage'),
});
const lab = createRoute({
  getParentRoute: () => inside,
  path: '/labs/$labId',
  validateSearch: ({ like }: Record<string, unknown>) => (typeof like === 'string' ? { like } : {}),
  component: lazyRouteComponent(() => import('../pages/lab-page.tsx'), 'LabPage'),
});
const series = createRoute({
  getParentRoute: () => inside,
  path: '/series',
  validateSearch: ({ name }: Record<string, unknown>): { name?: string } =>
    typeof name === 'string' ? { name } : {},
  component: lazyRouteComponent(() => import('../pages/series/series-page.tsx'), 'SeriesPage'),
});
const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  validateSearch: ({ tab }: Record<string, unknown>) =>
    SETTINGS_TABS.includes(tab) ? { tab: String(tab) } : {},
  component: lazyRouteComponent(
    () => import('../pages/settings/settings-page.tsx'),
    'SettingsPage',
  ),
});
const partner = createRoute({
  getParentRoute: () => inside,
  path: '/partner',
  validateSearch: ({ tab, token }: Record<string, unknown>) => {
    const known = PARTNER_TABS.find((name) => name === tab);
    return {
      ...(known === undefined ? {} : { tab: known }),
      ...(typeof token === 'string' && token !== '' ? { token } : {}),
    };
  },
  component: lazyRouteComponent(() => import('../pages/partner/partner-page.tsx'), 'PartnerPage'),
});
const endUser = createRoute({
  getParentRoute: () => inside,
  path: '/partner/users/$userId',
  validateSearch: ({ tab }: Record<string, unknown>) => {
    const known = END_USER_TABS.find((name) => name === tab);
    return known === undefined ? {} : { tab: known };
  },
  component: lazyRouteComponent(() => import('../pages/partner/end-user-page.tsx'), 'EndUserPage'),
});
const newPartnerBot = createRoute({
  getParentRoute: () => inside,
  path: '/partner/users/$userId/new-bot',
  validateSearch: readStrategyAddress,
  component: lazyRouteComponent(
    () => import('../pages/partner/new-partner-bot-page.tsx'),
    'NewPartnerBotPage',
  ),
});
const partnerBot = createRoute({
  getParentRoute: () => inside,
  path: '/partner/users/$userId/bots/$botId',
  validateSearch: ({ tab, lines }: Record<string, unknown>) => {
    const known = PARTNER_BOT_TABS.find((name) => name === tab);
    return { ...(known === undefined ? {} : { tab: known }), ...readLogAddress(lines) };
  },
  component: lazyRouteComponent(
    () => import('../pages/partner/partner-bot-page.tsx'),
    'PartnerBotPage',
  ),
});
const users = createRoute({
  getParentRoute: () => inside,
  path: '/users',
  component: lazyRouteComponent(() => import('../pages/users-page.tsx'), 'UsersPage'),
});
const operator = createRoute({
  getParentRoute: () => inside,
  path: '/operator',
  component: lazyRouteComponent(() => import('../pages/operator-page.tsx'), 'OperatorPage'),
});
const audit = createRoute({
  getParentRoute: () => inside,
  path: '/audit',
  validateSearch: ({ user }: Record<string, unknown>) => (typeof user === 'string' ? { user } : {}),
  component: lazyRouteComponent(() => import('../pages/audit-page.tsx'), 'AuditPage'),
});

/** Any other address. The service says 404 with the page, and this says it to people. */
const missing = createRoute({
  getParentRoute: () => inside,
  path: '/$',
  component: NoSuchPage,
});

const tree = root.addChildren([
  signIn,
  inside.addChildren([
    home,
    accounts,
    account,
    markets,
    market,
    bots,
    newStrategyBot,
    bot,
    scripts,
    script,
    backtests,
    backtest,
    comparison,
    labs,
    lab,
    series,
    portfolio,
    settings,
    partner,
    endUser,
    newPartnerBot,
    partnerBot,
    users,
    audit,
    operator,
    missing,
  ]),
]);

/** Router over the tree of pages, under the base path of the installation. */
export function makeRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    ...(BASE_PATH === '' ? {} : { basepath: BASE_PATH }),
    context: { client },
    defaultPreload: 'intent',
    // What belongs to one object, such as a path to come back to, is not carried to another.
    defaultRemountDeps: ({ params }) => params,
    scrollRestoration: true,
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NoSuchPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
