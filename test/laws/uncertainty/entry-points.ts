// The entry points by which a signal comes in: hooks, and the operations of the document whose body
// has an action. Each is a service in memory with a signal bot that runs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ALL_SHARDS } from '#ports/stores/bot-run.fixture.ts';
import { SPOT_TAG } from '../../support/still-exchange.ts';
import type { TestService } from '../../support/test-service.ts';
import { AMPLE_BUDGETS, makeTestService } from '../../support/test-service.ts';
import type { SentSignal } from './exposure.ts';

/** What became of a message: null: it was refused. */
export type Receive = (text: string) => Promise<SentSignal | null>;

/** Of hooks with a form of texts, and of those without. */
export type HookEntries = {
  readonly plain: Receive;
  readonly withForm: Receive;
  readonly close: () => Promise<void>;
};

export const FORM = '{{action}} {{ticker}}';
const MINUTE_MS = 60_000;

type Post = (
  path: string,
  body: object,
) => Promise<{ readonly statusCode: number; json(): unknown }>;

export async function openHooks(): Promise<HookEntries> {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  const post = await posterOf(service, ['bots', 'scripts', 'accounts']);
  const botId = await startSignalBot(service, post);
  const open = async (template: string | null): Promise<Receive> => {
    const made = await post('/v1/hooks', { bot_id: botId, signal: 'abc', template });
    assert.equal(made.statusCode, 201, JSON.stringify(made.json()));
    const { path } = made.json() as { readonly path: string };
    return (text) => receiveAt(service, path, text);
  };
  const receivers = { plain: await open(null), withForm: await open(FORM) };
  return { ...receivers, close: () => service.close() };
}

async function receiveAt(service: TestService, url: string, text: string) {
  // As many a minute as may be; the inbox of the bot is emptied as if it ran.
  service.clock.advance(MINUTE_MS / 30);
  const sent = await service.api.app.inject({ method: 'POST', url, payload: Buffer.from(text) });
  assert([200, 400, 422].includes(sent.statusCode), `${sent.statusCode}: ${sent.body}`);
  const waiting = await service.inbox.listWaiting(ALL_SHARDS, 500);
  service.state.inbox.clear();
  const [input] = waiting.map((each) => each.input);
  assert.equal(waiting.length, sent.statusCode === 200 ? 1 : 0, sent.body);
  return input?.kind === 'signal' ? input : null;
}

async function startSignalBot(service: TestService, post: Post): Promise<string> {
  const config = { market_tag: SPOT_TAG, signal_token: 'abc', order_size: '200' };
  const bot = { account_id: service.ownAccountId, name: 'b', type: 'webhook', config };
  const made = await post('/v1/strategy-bots', bot);
  assert.equal(made.statusCode, 201, JSON.stringify(made.json()));
  const { bot_id: botId } = made.json() as { readonly bot_id: string };
  const started = await post(`/v1/bots/${botId}/start`, {});
  assert.equal(started.statusCode, 200, JSON.stringify(started.json()));
  return botId;
}

async function posterOf(
  service: TestService,
  scopes: Parameters<TestService['makeKey']>[0],
): Promise<Post> {
  const headers = { authorization: `Bearer ${await service.makeKey(scopes)}` };
  return (url, payload) => service.api.app.inject({ method: 'POST', url, headers, payload });
}

type Document = {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
type Schema = { readonly $ref?: string; readonly properties?: Readonly<Record<string, unknown>> };
type Operation = {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
};

export type SignalOperation = { readonly operationId: string; readonly path: string };

/** Of the document: what takes an action in its body. */
export function signalOperations(): readonly SignalOperation[] {
  const file = new URL('../../../openapi.json', import.meta.url);
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document;
  return Object.entries(paths).flatMap(([path, { post }]) => {
    const schema = post?.requestBody?.content['application/json']?.schema;
    const named = components.schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? schema;
    const hasAction = named?.properties?.['action'] !== undefined;
    return hasAction && post !== undefined ? [{ operationId: post.operationId, path }] : [];
  });
}

/** Whether an operation takes an action. */
export type TakeAction = (action: unknown) => Promise<boolean>;

const SCOPES = ['bots', 'scripts', 'whitelabel', 'partner'] as const;

export async function openOperations(): Promise<{
  readonly takes: ReadonlyMap<string, TakeAction>;
  readonly close: () => Promise<void>;
}> {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  const post = await posterOf(service, SCOPES);
  const botId = await startSignalBot(service, post);
  const takes = signalOperations().map(({ operationId, path }) => {
    const isOfBot = path.includes('{bot_id}');
    const take: TakeAction = async (action) => {
      service.clock.advance(MINUTE_MS);
      const body = { [isOfBot ? 'name' : 'signal_token']: 'abc', action };
      const sent = await post(path.replace('{bot_id}', botId), body);
      service.state.inbox.clear();
      assert([202, 422].includes(sent.statusCode), JSON.stringify(sent.json()));
      return sent.statusCode === 202;
    };
    return [operationId, take] as const;
  });
  return { takes: new Map(takes), close: () => service.close() };
}
