// Changes of an address that come late, after a pause of typing or with a response: a navigation
// that has begun meanwhile must not be taken back by them.

import { useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';

/** Function that returns true until the user leaves the path of the page that calls this. */
export function useIsHere(): () => boolean {
  const { history } = useRouter();
  const path = useRef(history.location.pathname);
  return useCallback(() => history.location.pathname === path.current, [history]);
}
