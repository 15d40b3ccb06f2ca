// The installation that lives a year: its database, and its API with a key.

import type { Database } from '#adapters/postgres/connection/database.ts';

/** Orders and lines are those of one month; of the bots, some run. */
export type Sizes = {
  readonly orders: number;
  readonly lines: number;
  readonly bots: number;
  readonly running: number;
};

export type Installation = {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly url: string;
  readonly key: string;
  readonly accountId: string;
  readonly scriptId: string;
  readonly botId: string;
};

export async function ask(
  { url, key }: Pick<Installation, 'url' | 'key'>,
  method: string,
  path: string,
  body: unknown = null,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}
