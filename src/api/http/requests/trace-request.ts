// Identifies a request in the log, beside its response: its id, which a client may choose, the
// trace that it belongs to, its path and the ids in it.

import type { IncomingMessage } from 'node:http';

/** Short, and of characters that mean nothing to whoever reads a log or a header. */
const REQUEST_ID = /^[\w.-]{1,128}$/;

/** The id that the client gave the request; null without one that can be retained. */
export function chosenRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : null;
}

/** https://www.w3.org/TR/trace-context/, version 00 and those to come. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

function traceIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const { traceparent } = headers;
  const traceId = typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined;
  return traceId === undefined || /^0+$/.test(traceId) ? null : traceId;
}

const PATH_CHARACTERS_MAX = 200;
const ID_CHARACTERS_MAX = 64;

export type TracedRequest = {
  /** The path's template; of a path that is not served the path itself, without its query. */
  readonly path: string;
  /** By the template's names; what is no id, such as a token, is left out. */
  readonly ids: Readonly<Record<string, string>>;
  readonly trace_id: string | null;
};

/** `template`: the path with names in braces; null where none is served. */
export function traceRequest(
  request: Pick<IncomingMessage, 'headers' | 'url'>,
  template: string | null,
): TracedRequest {
  const [sent = ''] = (request.url ?? '').split('?', 1);
  const path = template ?? sent.slice(0, PATH_CHARACTERS_MAX);
  const ids = template === null ? {} : idsIn(template, sent);
  return { path, ids, trace_id: traceIdOf(request) };
}

function idsIn(template: string, path: string): Readonly<Record<string, string>> {
  const parts = path.split('/');
  const ids: Record<string, string> = {};
  for (const [place, part] of template.split('/').entries()) {
    const name = /^\{(\w+_id)\}$/.exec(part)?.[1];
    if (name !== undefined) ids[name] = (parts[place] ?? '').slice(0, ID_CHARACTERS_MAX);
  }
  return ids;
}
