// Notice of what went wrong with what somebody just did, or that it was done.

import type { ReactNode } from 'react';
import { explain } from './states.tsx';

/** Nothing while there is no error. */
export function Wrong({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <p className="notice notice-wrong" role="alert">
      {explain(error)}
    </p>
  );
}

/** Notice that something succeeded, which is read out. */
export function Done({ children }: { readonly children: ReactNode }) {
  return (
    <p className="notice notice-good" role="status">
      {children}
    </p>
  );
}
