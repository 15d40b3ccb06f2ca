// The path below which a proxy shows the service, as the service wrote it into the page.

/** Nothing is written where there is no page, as in a test of a query. */
const page = typeof document === 'undefined' ? null : document;
const written = page?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';

/** Empty where there is none; without a slash at its end. */
export const BASE_PATH = written.startsWith('/') ? written : '';
