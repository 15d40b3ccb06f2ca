// Endpoint of a request by method and path, where parts of paths are parameters.

import type { VenueRequest } from '#loopback/skins/skin.ts';

export type FoundEndpoint<Endpoint> = {
  /** Method and pattern, such as `GET /orders/{order_id}`. */
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly ofPath: readonly (readonly [string, string])[];
};

/**
 * Endpoint of a table by method and pattern, in which a part in braces is a parameter; null when
 * there is none. Patterns without parameters come first.
 */
export function findEndpoint<Endpoint>(
  endpoints: Readonly<Record<string, Endpoint>>,
  { method, path }: VenueRequest,
): FoundEndpoint<Endpoint> | null {
  const plain = endpoints[`${method} ${path}`];
  if (plain !== undefined) return { name: `${method} ${path}`, endpoint: plain, ofPath: [] };
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [wanted, pattern = ''] = name.split(' ');
    const ofPath = wanted === method ? parametersIn(pattern, path) : null;
    if (ofPath !== null) return { name, endpoint, ofPath };
  }
  return null;
}

function parametersIn(
  pattern: string,
  path: string,
): readonly (readonly [string, string])[] | null {
  const [patterns, parts] = [
    pattern.split('/'),
    path.split('/').map((part) => decodeURIComponent(part)),
  ];
  if (patterns.length !== parts.length) return null;
  const found: (readonly [string, string])[] = [];
  for (const [index, each] of patterns.entries()) {
    const part = parts[index] ?? '';
    if (!each.startsWith('{')) {
      if (each !== part) return null;
    } else if (part === '') return null;
    else found.push([each.slice(1, -1), part]);
  }
  return found;
}
