// The place where a request asks for a proof that somebody is there, and the page that shows the
// question says so.

type Asker = () => Promise<boolean>;

let current: Asker | null = null;

/** Returns its end. */
export function serveProofs(asker: Asker): () => void {
  current = asker;
  return () => {
    if (current === asker) current = null;
  };
}

/** Whether somebody proved to be there; false where no page asks, as before signing in. */
export function askForProof(): Promise<boolean> {
  return current === null ? Promise.resolve(false) : current();
}
