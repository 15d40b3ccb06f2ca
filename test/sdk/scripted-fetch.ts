// A `fetch` that responds from a list, and records what was sent.

export type SentRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
};

type Outcome = Response | Error;

export type ScriptedFetch = {
  readonly fetch: typeof fetch;
  readonly sent: readonly SentRequest[];
};

/** Each request takes the next outcome; an error is thrown, as a broken connection is. */
export function scriptedFetch(outcomes: readonly Outcome[]): ScriptedFetch {
  const sent: SentRequest[] = [];
  const respond: typeof fetch = (url, { method = 'GET', headers, body } = {}) => {
    sent.push({
      method,
      url: url instanceof Request ? url.url : url.toString(),
      headers: new Headers(headers),
      body: typeof body === 'string' ? body : null,
    });
    const outcome = outcomes[sent.length - 1];
    if (outcome === undefined) return Promise.reject(new Error('nothing more is scripted'));
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  return { fetch: respond, sent };
}

export function jsonResponse(
  body: unknown,
  status = 200,
  headers: { readonly [name: string]: string } = {},
): Response {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': type, ...headers },
  });
}

export function problemResponse(
  code: string,
  status: number,
  headers: { readonly [name: string]: string } = {},
): Response {
  const problem = { type: 'about:blank', title: code, status, detail: `It is ${code}.`, code };
  return jsonResponse(problem, status, headers);
}

/** A stream of events that ends after this text. */
export function streamResponse(text: string): Response {
  return new Response(text, { status: 200, headers: { 'content-type': 'text/event-stream' } });
}
