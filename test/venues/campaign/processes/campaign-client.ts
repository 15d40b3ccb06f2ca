// Requests to the service of a campaign, as a program of its user makes them: one whose connection
// breaks is tried again under the same key, until it has a response that is final.

export type Json = { readonly [field: string]: unknown };
export type Reply = { readonly status: number; readonly body: Json };
export type Ask = (method: string, url: string, body?: Json, name?: string) => Promise<Reply>;

const TIMEOUT_MS = 40_000;
const RETRY_MS = 400;
/** The service says that the same request may be tried again, or cannot be reached. */
const AGAIN = new Set([0, 409, 429, 500, 502, 503, 504]);

/** Status 0: no response came. */
export function askAs(url: string, apiKey: string): Ask {
  return async (method, path, body, name) => {
    try {
      const response = await fetch(`${url}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(name === undefined ? {} : { 'idempotency-key': name }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Json) };
    } catch {
      return { status: 0, body: {} };
    }
  };
}

/** The final response. Throws when there is none in time. */
export async function askUntilFinal(
  ask: Ask,
  given: readonly [method: string, url: string, body?: Json, name?: string],
  withinMs = 300_000,
): Promise<Reply> {
  const deadlineMs = Date.now() + withinMs;
  for (;;) {
    const reply = await ask(...given);
    if (!AGAIN.has(reply.status)) return reply;
    if (Date.now() > deadlineMs)
      throw new Error(`${given[0]} ${given[1]}: ${reply.status} ${JSON.stringify(reply.body)}`);
    await pause(RETRY_MS);
  }
}

export async function pause(durationMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, durationMs));
}
