// The requests of each dialect, signed, as text to compare: a change of what is sent to an exchange
// is read before it is retained. A dialect has a file of its calls here and one golden file beside
// it.

import path from 'node:path';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import { loadCcxtSigner } from '#venues/wire/ccxt-signer.ts';

export type GoldenDialect = {
  /** Of the golden file. */
  readonly name: string;
  readonly libraryId: string;
  /** Where they have another form. */
  readonly apiKey?: string;
  readonly secret?: string;
  readonly calls: Readonly<Record<string, VenueCall>>;
};

const SIGNED_AT_MS = 1_700_000_000_000;
const CREDENTIALS = {
  apiKey: 'key-of-a-test',
  secret: 'secret-of-a-test',
  passphrase: 'passphrase-of-a-test',
};

export function goldenFile({ name }: GoldenDialect): string {
  return path.join(import.meta.dirname, `${name}.json`);
}

/** Method, address, parameters sorted by name, and headers of every call, with its cost. */
export async function goldenText({
  libraryId,
  apiKey = CREDENTIALS.apiKey,
  secret = CREDENTIALS.secret,
  calls,
}: GoldenDialect): Promise<string> {
  const load = async () => loadCcxtSigner(libraryId, () => SIGNED_AT_MS);
  const shared = await load();
  const requests = Object.entries(calls).map(async ([title, call]) => {
    // The number of a request would follow from those before it.
    const isNumbered = call.isNumbered === true || call.isAction === true;
    const signer = isNumbered ? await load() : shared;
    const keys = { ...CREDENTIALS, apiKey, secret };
    const credentials = call.access === 'private' ? keys : null;
    const signed = signer.sign(call, credentials);
    if (signed === null) throw new Error(`"${title}" cannot be signed.`);
    const { origin, pathname, searchParams } = new URL(signed.address);
    const { lane, cost } = call;
    return [
      title,
      {
        lane,
        cost,
        method: signed.method,
        address: `${origin}${pathname}`,
        query: sorted(searchParams),
        body: bodyOf(signed.body),
        headers: sorted(Object.entries(signed.headers).map(withoutSignature)),
      },
    ];
  });
  return `${JSON.stringify(Object.fromEntries(await Promise.all(requests)), null, 2)}\n`;
}

const TOKEN = /^Bearer ([\w-]+)\.([\w-]+)\.[\w-]+$/;

/** A token by what it says, without what is different each time. */
function withoutSignature([name, value]: readonly [string, string]): readonly [string, string] {
  const [, ...parts] = TOKEN.exec(value) ?? [];
  if (parts.length === 0) return [name, value];
  const said = parts.map((part) => Buffer.from(part, 'base64url').toString());
  return [name, `Bearer ${said.join(' ').replace(/"nonce":"\w+"/, '"nonce":""')}`];
}

/** JSON as it is sent, a form by its fields. */
function bodyOf(body: string | null): unknown {
  if (body === null || /^[{[]/.test(body)) return body;
  return sorted(new URLSearchParams(body));
}

/** By name; of several values of a name, each. */
function sorted(pairs: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries([...values].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The calls of several queries, numbered. */
export function numbered(
  title: string,
  queries: readonly { readonly call: VenueCall }[],
): Readonly<Record<string, VenueCall>> {
  return Object.fromEntries(queries.map(({ call }, index) => [`${title} ${index + 1}`, call]));
}
