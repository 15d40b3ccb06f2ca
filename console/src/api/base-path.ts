// The path below which a proxy shows the service, as the service wrote it into the page.

const written = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';

/** Empty where there is none; without a slash at its end. */
export const BASE_PATH = written.startsWith('/') ? written : '';
