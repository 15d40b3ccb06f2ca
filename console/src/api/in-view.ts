// Work that is done only while the page is looked at: a browser has six connections to a service
// without TLS, for all its tabs together.

/** A page that is looked at again sooner was not left. */
const LEFT_MS = 20_000;

/** Begins the work now, ends it when the page was left, begins it anew when it is back. */
export function whileInView(begin: (signal: AbortSignal) => void): () => void {
  let work: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (): void => {
    if (work !== null) return;
    work = new AbortController();
    begin(work.signal);
  };
  const end = (): void => {
    work?.abort();
    work = null;
  };
  const look = (): void => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(end, LEFT_MS);
    else start();
  };
  document.addEventListener('visibilitychange', look);
  start();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    end();
  };
}
