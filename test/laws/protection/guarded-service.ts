// A service of the law: its own edge over the stores of a test service, with one request for each
// operation and those who ask: keys of chosen scopes, and a person whose session is new or old.

import type { InjectOptions } from 'fastify';
import { LIMITS } from '#lib/limits.ts';
import { sampleAccount, sampleBot } from '#ports/stores/store.fixture.ts';
import type { Scope } from '#domain/access/scope.ts';
import type { Edge } from '#api/http/create-edge.ts';
import { createEdge } from '#api/http/create-edge.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { Operation } from '#api/http/operation.ts';
import { OPERATIONS } from '#api/operations.ts';
import { SIGN_IN_ROUTES } from '#api/sign-in/sign-in-routes.ts';
import type { Example } from '../../contract/walk.ts';
import { walk } from '../../contract/walk.ts';
import { ORIGIN } from '../../support/browser-of.ts';
import { linkOf, PASSWORD } from '../../support/signed-in.ts';
import type { TestService } from '../../support/test-service.ts';
import { AMPLE_BUDGETS, makeTestService } from '../../support/test-service.ts';

export type Changes = {
  readonly operations?: readonly Operation[];
  readonly deps?: (deps: EdgeDeps) => EdgeDeps;
};

type Ask = {
  readonly method: Example['request']['method'];
  readonly url: string;
  readonly payload?: object;
};
export type GuardedReply = { readonly status: number; readonly code: string | null };
export type GuardedService = Awaited<ReturnType<typeof openGuardedService>>;

export async function openGuardedService({ operations = OPERATIONS, deps: change }: Changes = {}) {
  let taken: EdgeDeps | null = null;
  const service = await makeTestService((deps) => {
    taken = change === undefined ? deps : change(deps);
    return taken;
  }, AMPLE_BUDGETS);
  if (taken === null) throw new Error('the service asks for its parts');
  const routes = {
    signIns: SIGN_IN_ROUTES,
    hook: null,
    missingPage: null,
    reportFrame: () => null,
  };
  const edge = await createEdge(taken, operations, () => [], [], routes);
  const send = (request: InjectOptions) => sendTo(edge, request);
  const byKey = async (scopes: readonly Scope[], ask: Ask) =>
    send(requestOf(ask, { authorization: `Bearer ${await service.makeKey(scopes)}` }));
  const person = await signIn(service, send);
  return {
    operations,
    requests: await requestsOf(service, (ask) => byKey([], ask)),
    byKey,
    bySession: (ask: Ask) => send(requestOf(ask, person.headers)),
    /** From a network of its own. */
    byStranger: (ask: Ask) =>
      send({ ...requestOf(ask, { origin: ORIGIN, host: HOST }), remoteAddress: '192.0.2.77' }),
    /** Types of the events that wait for their numbers. */
    notedTypes: () => service.state.waitingEvents.map(({ event }) => event.type),
    ageSession: () => service.clock.advance(LIMITS.confirmationMsMax),
    async close() {
      await edge.close();
      await service.close();
    },
  };
}

const HOST = new URL(ORIGIN).host;

function requestOf({ method, url, payload }: Ask, headers: Record<string, string>): InjectOptions {
  return {
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  };
}

async function sendTo(
  edge: Edge,
  request: InjectOptions,
): Promise<GuardedReply & { cookie: string }> {
  const response = await edge.app.inject(request);
  const { statusCode: status, body, headers } = response;
  const code = body.startsWith('{') ? (JSON.parse(body) as { code?: string }).code : undefined;
  const [cookie = ''] = String(headers['set-cookie'] ?? '').split(';');
  return { status, code: code ?? null, cookie };
}

/** By a link, and with a password from then on. */
async function signIn(
  service: TestService,
  send: (request: InjectOptions) => ReturnType<typeof sendTo>,
) {
  const headers = { origin: ORIGIN, host: HOST };
  const post = (url: string, payload: object, cookie = '') =>
    send(requestOf({ method: 'POST', url, payload }, { ...headers, cookie }));
  const first = await post('/auth/link', { link: await linkOf(service) });
  const { cookie } = await post('/auth/password', { password: PASSWORD }, first.cookie);
  return { headers: { ...headers, cookie } };
}

const TELEGRAM_TOKEN = '7301188212:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const CREDENTIALS = { api_key: 'k', api_secret: 's' };

/**
 * Each operation by its example, and where the body decides, by one that mints or loosens. Limits
 * are set before, so that there is something to lift.
 */
async function requestsOf(
  service: TestService,
  ask: (ask: Ask) => Promise<GuardedReply>,
): Promise<ReadonlyMap<string, Ask>> {
  const strict = { max_orders_per_minute: 1 };
  const limits = `/v1/accounts/${service.ownAccountId}/limits`;
  const user = { external_id: 'a', exchange: 'still', credentials: CREDENTIALS };
  const real = { accountId: 'acc_real', name: 'Real', exchange: 'still', isSimulated: false };
  await service.store.insertAccount(sampleAccount('usr_first', real));
  await ask({ method: 'PUT', url: limits, payload: strict });
  await ask({ method: 'POST', url: '/v1/whitelabel/users', payload: user });
  const hears = { name: 'hears', source: "GetRemoteSignal('trend')" };
  await ask({ method: 'POST', url: '/v1/scripts', payload: hears });
  const script = [...service.state.scripts.values()].find(({ name }) => name === hears.name);
  const owner = { userId: 'usr_first', accountId: service.ownAccountId };
  const brain = { kind: 'script', scriptId: script?.scriptId ?? 'nobody' } as const;
  const bot = sampleBot(owner, { brain });
  await service.store.insertBot(bot, null);
  const [endUser] = [...service.state.endUsers.values()];
  const ofUser = `users/${endUser?.userId ?? 'nobody'}/limits/spot`;
  await ask({ method: 'PUT', url: `/v1/partner/${ofUser}`, payload: strict });
  const examples = walk(service.api.document(), service).map(
    ({ operation, request, body }): [string, Ask] => [
      operation.operationId,
      { method: request.method, url: urlOf(request), ...(body === null ? {} : { payload: body }) },
    ],
  );
  const lifted = { max_orders_per_minute: 2 };
  return new Map<string, Ask>([
    ...examples,
    [
      'createHook',
      { method: 'POST', url: '/v1/hooks', payload: { bot_id: bot.botId, signal: 'trend' } },
    ],
    [
      'createNotificationChannel',
      {
        method: 'POST',
        url: '/v1/notifications/channels',
        payload: { name: 'My telephone', telegram: { token: TELEGRAM_TOKEN, chat_id: '40721' } },
      },
    ],
    ['setAccountLimits', { method: 'PUT', url: limits, payload: lifted }],
    [
      'whitelabelSetUserLimits',
      { method: 'PUT', url: `/v1/whitelabel/${ofUser}`, payload: lifted },
    ],
    ['partnerSetUserLimits', { method: 'PUT', url: `/v1/partner/${ofUser}`, payload: lifted }],
    [
      'connectAccount',
      {
        method: 'POST',
        url: '/v1/accounts',
        payload: { name: 'a', exchange: 'still', market_type: 'spot', credentials: CREDENTIALS },
      },
    ],
    [
      'switchKey',
      { method: 'PUT', url: '/v1/keys/key_nobody/enabled', payload: { is_enabled: true } },
    ],
    [
      'allowAccountBots',
      {
        method: 'PUT',
        url: '/v1/accounts/acc_real/bots',
        payload: { allows_bots: true },
      },
    ],
  ]);
}

function urlOf({ url, query }: { readonly url: string; readonly query?: unknown }): string {
  if (query === undefined) return url;
  return `${url}?${new URLSearchParams(query as Record<string, string>).toString()}`;
}
