// Requests of people who sign in, which are beside the API; all others go through its client. The
// session is in a cookie that no script can read, so there is nothing here to keep or to lose.

import { BASE_PATH } from './base-path.ts';
import { askForProof } from './proof-asker.ts';

/** What the service refused, in its own words. */
export class RefusalError extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds after which to try again; null where that changes nothing. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: string, detail: string, retryAfterSeconds: number | null) {
    super(detail);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const PROOF_NEEDED = 'confirmation_required';

/**
 * Sends a request of the client again when somebody proved to be there, where it was refused
 * for want of that. The time that a person takes is not the service's.
 */
export const fetchProven: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.status !== 403) return response;
  const problem = (await response.clone().json()) as { readonly code?: string };
  if (problem.code !== PROOF_NEEDED || !(await askForProof())) return response;
  const { signal: _passed, ...rest } = init ?? {};
  return fetch(input, rest);
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The body of the response. Throws Refused, and TypeError when the service is out of reach. */
export async function request<Reply>(
  method: Method,
  path: `/auth/${string}`,
  body?: object,
  signal?: AbortSignal,
): Promise<Reply> {
  const response = await fetch(BASE_PATH + path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  if (response.ok) return (text === '' ? null : JSON.parse(text)) as Reply;
  throw refusedBy(response, text);
}

function refusedBy(response: Response, text: string): RefusalError {
  const wait = response.headers.get('retry-after');
  const seconds = wait === null ? null : Number(wait);
  try {
    const problem = JSON.parse(text) as { code: string; detail: string; title: string };
    return new RefusalError(
      response.status,
      problem.code,
      problem.detail || problem.title,
      seconds,
    );
  } catch {
    return new RefusalError(
      response.status,
      'unreadable',
      `The service responded ${response.status}.`,
      seconds,
    );
  }
}
