// The path below which a proxy shows the service, such as `/tidemill` of
// `https://example.org/tidemill`. The proxy may pass it on or take it away: requests are served at
// both, and what the service names for browsers and programs begins with it.

/** Of the base address; empty where there is none, without a slash at its end otherwise. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '');
}

/** The address of a request as the service knows it. */
export function addressWithin(basePath: string, address: string): string {
  if (basePath === '' || !address.startsWith(basePath)) return address;
  const rest = address.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : address;
}

/** Names and values in turn, with places below the path. */
export function headersBelow(basePath: string, headers: readonly string[]): readonly string[] {
  if (basePath === '') return headers;
  return headers.map((value, at) => {
    const isPlace = at % 2 === 1 && headers[at - 1] === 'Location' && value.startsWith('/');
    return isPlace ? basePath + value : value;
  });
}

/** Attributes of our own pages that name an address of the service. */
const LINKS = /\b(href|data-index|data-path)="\/(?!\/)/g;

/** A page whose links are below the path. Texts are escaped, so none is taken for a link. */
export function pageBelow(basePath: string, page: string): string {
  return basePath === '' ? page : page.replaceAll(LINKS, `$1="${basePath}/`);
}
