// The HTTP edge as a whole: a server that knows the operation table, the public pages, and what to
// response to everything else. Relies on Fastify for routing and for reading bodies.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';
import { assert, present, unreachable } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { SlowRequest } from '#services/operator/read-installation.ts';
import { isBySession } from '#services/access/request-ports.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import type { Gate } from '#api/http/requests/admit.ts';
import { admit, checkConnection, countStranger } from '#api/http/requests/admit.ts';
import { respondToClientError } from '#api/http/requests/client-error.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { EdgeState } from '#api/http/edge-state.ts';
import { createEdgeState } from '#api/http/edge-state.ts';
import { respondToFrameworkError } from '#api/http/framework-errors.ts';
import type { Endpoint } from '#api/http/endpoint.ts';
import { bodyLimitOf, listOrStream, queryTextOf, routedPath } from '#api/http/endpoint.ts';
import { checkFraming } from '#api/http/requests/framing.ts';
import { readJsonBody } from '#api/http/requests/json-body.ts';
import { refuseForeignOrigin } from '#api/http/callers/origin.ts';
import type { RenderedResponse } from '#api/http/responses/rendered.ts';
import { renderResponse } from '#api/http/responses/rendered.ts';
import type { Meter } from '#api/http/responses/metrics.ts';
import {
  nameForBody,
  nameForRouter,
  restoreMethod,
  ROUTED_METHOD,
} from '#api/http/requests/routed-methods.ts';
import { inSpan } from '#api/http/requests/span-of-request.ts';
import { chosenRequestId } from '#api/http/requests/trace-request.ts';
import type { Operation } from '#api/http/operation.ts';
import { isUrgent } from '#api/http/operation.ts';
import { perform } from '#api/http/perform.ts';
import type { PublicPage } from '#api/http/responses/public-page.ts';
import { asksForPage } from '#api/http/responses/public-page.ts';
import type { HookBody, HookRoute } from '#api/http/hook-route.ts';
import type { StreamRoute } from '#api/http/stream-route.ts';
import { prepareRoute } from '#api/http/route.ts';
import { addressWithin } from '#api/http/base-path.ts';
import { stopServing } from '#api/http/stop-serving.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import {
  beginRequestContext,
  finish,
  finishFailed,
  finishRefused,
} from '#api/http/requests/request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext | null;
  }
}

/** By which people sign in: open to whoever asks. */
export type SignInRoute = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operation: string;
  respond(
    this: void,
    context: RequestContext,
    body: Readonly<Record<string, unknown>>,
  ): Promise<ApiResponse<unknown> | Refusal>;
};

/** What is open to whoever asks, beside pages. */
export type OpenRoutes = {
  readonly signIns: readonly SignInRoute[];
  readonly hook: HookRoute | null;
  /** What a person sees at an address that nothing has; null: a problem document, as programs. */
  readonly missingPage: (() => RenderedResponse) | null;
  /** The page that reports are written into; null: it is not built. */
  readonly reportFrame: () => string | null;
};

export type Edge = {
  /** For `inject` in tests and simulation. */
  readonly app: FastifyInstance;
  /** Starts listening; returns the address. */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  /**
   * Turns new requests away, waits for those under way, and ends; cuts off what lasts longer than
   * `deadlineMs`.
   */
  close(deadlineMs?: number): Promise<void>;
  /** Forgets which callers keys belong to; called when a key or a plan changes anywhere. */
  forgetPrincipals(): void;
  /** Requests that took long, newest first. */
  slowRequests(): readonly SlowRequest[];
  /** Tells the store which keys were used since the last call that succeeded. */
  flushKeyUses(): Promise<void>;
};

/** Builds the server; nothing listens yet. */
export async function createEdge(
  deps: EdgeDeps,
  operations: readonly Operation[],
  pagesOf: (edge: EdgeState) => readonly PublicPage[],
  streams: readonly StreamRoute[] = [],
  open: OpenRoutes = { signIns: [], hook: null, missingPage: null, reportFrame: () => null },
): Promise<Edge> {
  const edge = createEdgeState(deps, operations, open.reportFrame);
  const app = createServer(edge);
  const { missingPage } = open;
  const table: RouteTable = { app, edge, meters: [], paths: new Map(), missingPage };
  for (const operation of operations) serveOperation(table, operation);
  for (const stream of streams) serveStream(table, stream);
  for (const signIn of open.signIns) serveSignIn(table, signIn);
  if (open.hook !== null) serveHook(table, open.hook);
  for (const page of pagesOf(edge)) servePage(table, page);
  for (const [url, path] of table.paths) servePath(table, url, path);
  serveUnknownPaths(table);
  await app.ready();
  return {
    app,
    listen: (address) => app.listen(address),
    close: (deadlineMs = LIMITS.shutdownDeadlineMs) => stopServing(edge, app, deadlineMs),
    forgetPrincipals: () => edge.principals.clear(),
    slowRequests: () => [...edge.slowRequests],
    flushKeyUses: () => flushKeyUses(edge),
  };
}

/** What the store could not be sent is sent with the next call. */
async function flushKeyUses({ deps, keyUses }: EdgeState): Promise<void> {
  const uses = [...keyUses].map(([keyId, usedAtMs]) => ({ keyId, usedAtMs }));
  const ofSessions = uses.filter(isBySession);
  if (ofSessions.length > 0) await deps.ports.keys.touchSessions(ofSessions);
  const ofKeys = uses.filter((use) => !isBySession(use));
  if (ofKeys.length > 0) await deps.ports.keys.touchKeys(ofKeys);
  for (const { keyId, usedAtMs } of uses) {
    if (keyUses.get(keyId) === usedAtMs) keyUses.delete(keyId);
  }
}

type RouteTable = {
  readonly app: FastifyInstance;
  readonly edge: EdgeState;
  readonly meters: Meter[];
  /** By what Fastify writes for them. */
  readonly paths: Map<string, Path>;
  readonly missingPage: OpenRoutes['missingPage'];
};

type Path = { readonly endpoints: Map<string, Endpoint>; readonly isPublic: boolean };

function createServer(edge: EdgeState): FastifyInstance {
  const { deps } = edge;
  const app = fastify({
    logger: false,
    genReqId: (request) => chosenRequestId(request) ?? deps.newRequestId(),
    requestIdHeader: false,
    bodyLimit: LIMITS.bodyBytesMax,
    requestTimeout: LIMITS.requestTimeoutMs,
    keepAliveTimeout: LIMITS.keepAliveTimeoutMs,
    connectionTimeout: 0,
    exposeHeadRoutes: false,
    // Our own response to requests while the service stops is a problem document.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: { requireHostHeader: false, headersTimeout: LIMITS.headersTimeoutMs },
    rewriteUrl: (request) => addressWithin(edge.basePath, nameForRouter(request)),
    routerOptions: {
      maxParamLength: 16_384,
      // Queries are read by each operation's own schema.
      querystringParser: () => ({}),
    },
    clientErrorHandler(error, socket) {
      respondToClientError(deps.docsUrl, deps.newRequestId(), error, socket);
    },
    frameworkErrors(_error, request, reply) {
      restoreMethod(request.raw);
      const context = beginRequestContext(edge, request.raw, reply.raw, request.id, {
        operation: 'bad_path',
        path: null,
        metrics: edge.metrics,
      });
      reply.hijack();
      const refusal = refuse('invalid_request', 'The path is not validly encoded.');
      admit(context, gateFor(request.method, refusal), neverReached);
    },
  });
  app.server.maxConnections = LIMITS.connectionsMax;
  // Node would respond 417 by itself, which is no problem document; no one expects expectations.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.decorateRequest('context', null);
  app.addHook('onRequest', (request, _reply, done) => {
    nameForBody(request.raw);
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  );
  app.setErrorHandler((error, request, reply) =>
    respondToFrameworkError(edge, error, request, reply),
  );
  return app;
}

function serveOperation(table: RouteTable, operation: Operation): void {
  const { edge } = table;
  const route = prepareRoute(operation);
  const meter = meterNamed(table, operation.operationId, operation.path);
  const url = routedPath(operation.path);
  const gate: Gate = {
    tier: operation.tier,
    scope: operation.scope,
    needsOwner: operation.needsOwner,
    needsConfirmation: operation.needsConfirmation,
    needsProtectingScope: operation.needsProtectingScope,
    acceptsBody: operation.method !== 'GET',
    bodyBytesMax: operation.bodyBytesMax,
    isUrgent: isUrgent(operation),
    hasOwnBudget: operation.isReserved === true,
    forms: { hasTable: operation.table !== undefined, hasPage: operation.page !== undefined },
    refusal: null,
  };
  const lane = operation.isReserved === true ? edge.reservedLane : edge.lane;
  const methods = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method];
  addEndpoint(table, url, methods, false, {
    bodyBytesMax: operation.bodyBytesMax,
    arrive(request, reply, done) {
      const context = beginRequestContext(edge, request.raw, reply.raw, request.id, meter, lane);
      request.context = context;
      admit(context, gate, done);
    },
    respond(request, reply) {
      reply.hijack();
      const { context } = request;
      if (context === null) return;
      void perform(
        route,
        context,
        {
          params: request.params as Readonly<Record<string, string>>,
          queryText: queryTextOf(request.url),
        },
        request.body as Buffer | undefined,
      );
    },
  });
}

function serveStream(table: RouteTable, route: StreamRoute): void {
  const { edge } = table;
  const { path, list, operationId, scope, tier, open } = route;
  const meter = meterNamed(table, operationId, path);
  const rest = { acceptsBody: false, isUrgent: false, isStream: true, refusal: null } as const;
  const gate: Gate = { tier, scope, ...rest };
  const endpoint: Endpoint = {
    arrive(request, reply, done) {
      const context = beginRequestContext(edge, request.raw, reply.raw, request.id, meter);
      request.context = context;
      admit(context, gate, done);
    },
    respond(request, reply) {
      reply.hijack();
      const params = request.params as Readonly<Record<string, string>>;
      if (request.context !== null) open(request.context, queryTextOf(request.url), params);
    },
  };
  addEndpoint(table, routedPath(path), ['GET'], false, endpoint);
  if (list === undefined) return;
  const { endpoints } = present(
    table.paths.get(routedPath(list.path)),
    'a list is served before its stream',
  );
  const listing = present(endpoints.get('GET'), 'a list is read by GET');
  endpoints.set('GET', listOrStream(listing, list.parameters, endpoint));
}

/** Whoever asks is known afterwards, if at all. */
function serveSignIn(table: RouteTable, route: SignInRoute): void {
  const { edge } = table;
  const meter = meterNamed(table, route.operation, route.path);
  addEndpoint(table, route.path, [route.method], true, {
    arrive(request, reply, done) {
      const context = beginRequestContext(edge, request.raw, reply.raw, request.id, meter);
      request.context = context;
      const refusal = checkConnection(context) ?? checkSignIn(context);
      if (refusal !== null) {
        reply.hijack();
        return finishRefused(context, refusal);
      }
      done();
    },
    respond(request, reply) {
      reply.hijack();
      const { context } = request;
      if (context === null) return;
      const body = readJsonBody(request.body as Buffer | undefined);
      if (!body.ok) return finishRefused(context, body.rejection);
      respondLater(context, route.respond(context, body.value ?? {}));
    },
  });
}

/** What is too long goes to the route as well, whose owner hears of it, before it is read. */
function serveHook(table: RouteTable, route: HookRoute): void {
  const { edge } = table;
  const meter = meterNamed(table, route.operation, route.path);
  const isTooLong = (length: number): boolean => length > LIMITS.hookBodyBytesMax;
  const respond = (context: RequestContext, { params }: FastifyRequest, body: HookBody): void => {
    const { secret = '' } = params as Readonly<Record<string, string>>;
    const respondNow = () => route.respond(context, secret, body);
    respondLater(context, inSpan(context, respondNow));
  };
  addEndpoint(table, routedPath(route.path), ['POST'], true, {
    arrive(request, reply, done) {
      const context = beginRequestContext(edge, request.raw, reply.raw, request.id, meter);
      request.context = context;
      const refusal = checkConnection(context);
      const isUnread = isTooLong(Number(request.raw.headers['content-length'] ?? 0));
      if (refusal === null && !isUnread) return done();
      reply.hijack();
      if (refusal === null) return respond(context, request, 'too_long');
      finishRefused(context, refusal);
    },
    respond(request, reply) {
      reply.hijack();
      const body = request.body as Buffer | undefined;
      const read = isTooLong(body?.length ?? 0) ? 'too_long' : body;
      if (request.context !== null) respond(request.context, request, read);
    },
  });
}

function respondLater(
  context: RequestContext,
  response: Promise<ApiResponse<unknown> | Refusal>,
): void {
  response.then(
    (outcome) =>
      outcome.kind === 'refusal'
        ? finishRefused(context, outcome)
        : finish(context, renderResponse(outcome)),
    (error: unknown) => finishFailed(context, error),
  );
}

function checkSignIn({ edge, request }: RequestContext): Refusal | null {
  const framing = checkFraming(request.headers, true, LIMITS.signInBodyBytesMax);
  return framing ?? refuseForeignOrigin(edge.deps, request);
}

function servePage(table: RouteTable, page: PublicPage): void {
  const { edge } = table;
  const meter = meterNamed(table, page.operation, page.path);
  addEndpoint(table, page.path, ['GET', 'HEAD'], true, {
    arrive: (_request, _reply, done) => done(),
    respond(request, reply) {
      reply.hijack();
      const context = beginRequestContext(edge, request.raw, reply.raw, request.id, meter);
      const params = request.params as Readonly<Record<string, string>>;
      page.render(params, request.headers).then(
        (rendered) => {
          if (!('kind' in rendered)) return finish(context, rendered);
          const missing = rendered.code === 'not_found' ? missingPageFor(table, request) : null;
          if (missing !== null) return finish(context, missing);
          return finishRefused(context, rendered);
        },
        (error: unknown) => finishFailed(context, error),
      );
    },
  });
}

/** A path responds to OPTIONS, and to every method it lacks with the list of those it has. */
function servePath(table: RouteTable, url: string, path: Path): void {
  const { endpoints } = path;
  const allowed = [...endpoints.keys(), 'OPTIONS'].join(', ');
  const options = optionsEndpoint(table, allowed);
  const other = otherEndpoint(table, allowed, path.isPublic);
  const find = (method: string): Endpoint =>
    endpoints.get(method) ?? (method === 'OPTIONS' ? options : other);
  table.app.route({
    method: ROUTED_METHOD,
    url,
    bodyLimit: bodyLimitOf(endpoints.values()),
    onRequest: (request, reply, done) => find(request.method).arrive(request, reply, done),
    handler: (request, reply) => find(request.method).respond(request, reply),
  });
}

function optionsEndpoint(table: RouteTable, allowed: string): Endpoint {
  const { edge } = table;
  const meter = meterNamed(table, 'options');
  return {
    arrive(request, reply) {
      reply.hijack();
      const context = beginRequestContext(edge, request.raw, reply.raw, request.id, meter);
      const early = checkConnection(context) ?? countStranger(context);
      if (early !== null) return finishRefused(context, early);
      const headers = ['Allow', allowed];
      finish(context, { status: 204, contentType: null, headers, body: null, code: null });
    },
    respond: neverReached,
  };
}

function otherEndpoint(table: RouteTable, allowed: string, isPublic: boolean): Endpoint {
  const { edge } = table;
  const meter = meterNamed(table, 'method_not_allowed');
  return {
    arrive(request, reply) {
      restoreMethod(request.raw);
      const detail = `This path has the methods ${allowed}, not "${request.method}".`;
      const refusal = refuse('method_not_allowed', detail, ['Allow', allowed]);
      reply.hijack();
      const context = beginRequestContext(edge, request.raw, reply.raw, request.id, meter);
      if (isPublic) {
        return finishRefused(
          context,
          checkConnection(context) ?? countStranger(context) ?? refusal,
        );
      }
      admit(context, gateFor(request.method, refusal), neverReached);
    },
    respond: neverReached,
  };
}

function serveUnknownPaths(table: RouteTable): void {
  const { app, edge } = table;
  const meter = meterNamed(table, 'not_found');
  const refusal = refuse('not_found', 'There is nothing at this path.');
  app.setNotFoundHandler({}, (request, reply) => {
    restoreMethod(request.raw);
    reply.hijack();
    const context = beginRequestContext(edge, request.raw, reply.raw, request.id, meter);
    const missing = missingPageFor(table, request);
    if (missing !== null) return finish(context, missing);
    admit(context, gateFor(request.method, refusal), neverReached);
  });
}

/** Addresses of operations are for programs, whoever asks. Null: a problem document is due. */
function missingPageFor(
  { missingPage }: RouteTable,
  request: FastifyRequest,
): RenderedResponse | null {
  const { method, url, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (missingPage === null || !isRead || url.startsWith('/v1/')) return null;
  return asksForPage(headers) ? missingPage() : null;
}

/**
 * Counted like the operation that the caller may have meant; any key may learn that it is not
 * there.
 */
function gateFor(method: string, refusal: Refusal): Gate {
  const tier = method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
  return { tier, scope: null, acceptsBody: false, isUrgent: false, refusal };
}

/** Where a request that its gate has refused would go on. */
function neverReached(): never {
  return unreachable(undefined as never);
}

function meterNamed(
  { edge, meters }: RouteTable,
  operation: string,
  path: string | null = null,
): Meter {
  const known = meters.find((meter) => meter.operation === operation);
  if (known !== undefined) return known;
  const meter: Meter = { operation, path, metrics: edge.metrics };
  meters.push(meter);
  return meter;
}

function addEndpoint(
  { paths }: RouteTable,
  url: string,
  methods: readonly string[],
  isPublic: boolean,
  endpoint: Endpoint,
): void {
  const path = paths.get(url) ?? { endpoints: new Map<string, Endpoint>(), isPublic };
  paths.set(url, path);
  for (const method of methods) {
    assert(!path.endpoints.has(method), 'a path has one endpoint for each method');
    path.endpoints.set(method, endpoint);
  }
}
