// Parses a request for a stream. A browser says where it stopped by the header `Last-Event-ID`,
// which it sends with each new connection; the header is newer than the query of the address, and
// goes before it.

import type { IncomingMessage } from 'node:http';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse, refuseFields } from '#api/http/responses/api-response.ts';
import { describeText } from '#api/http/requests/mismatch.ts';
import { queryReader } from '#api/http/requests/query-reader.ts';
import { EVENT_QUERY, readEventId, readTypes } from '#api/routes/read-event-query.ts';

export type StreamWanted = {
  /** Null: from now on. */
  readonly after: number | null;
  /** Null: all. */
  readonly types: readonly EventType[] | null;
};

const readQuery = queryReader(EVENT_QUERY);

/** Place and types of a request; refuses what is no event id and unknown types. */
export function readStreamRequest(
  { headers }: Pick<IncomingMessage, 'headers'>,
  queryText: string,
): Result<StreamWanted, Refusal> {
  const query = readQuery(queryText);
  if (!query.ok) return rejected(refuseFields(query.rejection));
  const types = readTypes(textIn(query.value, 'types'));
  if (!types.ok) return types;
  const header = headers['last-event-id']?.toString();
  const text = header ?? textIn(query.value, 'after');
  if (text === undefined) return accepted({ after: null, types: types.value });
  const after = readEventId(text);
  if (after !== null) return accepted({ after, types: types.value });
  const detail = `Header "Last-Event-ID": expected the id of an event, found ${describeText(text)}.`;
  const refusal = refuse('invalid_request', detail);
  return rejected({ ...refusal, errors: [{ header: 'Last-Event-ID', detail }] });
}

function textIn(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' ? value : undefined;
}
