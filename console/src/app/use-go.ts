// The one way in which pages go elsewhere or write their address. What comes late, after a pause of
// typing or with a response, does nothing once the user has left the page: a navigation that has
// begun meanwhile must not be taken back. A page of another object is begun anew by the router.

import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';

type Go = ReturnType<typeof useNavigate>;

/** The router's function that navigates, without effect once the path has been left. */
export const useGo: typeof useNavigate = (defaults) => {
  const navigate = useNavigate(defaults);
  const { history } = useRouter();
  const path = useRef(history.location.pathname);
  return useCallback<Go>(
    (where) => (history.location.pathname === path.current ? navigate(where) : Promise.resolve()),
    [history, navigate],
  );
};
