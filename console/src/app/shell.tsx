// The frame around all pages of who is signed in.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Connection } from '../api/live.ts';
import { ConnectionContext, useLiveEvents } from '../api/live.ts';
import { sessionQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Icon } from '../parts/icons.tsx';
import { MARK } from './mark.ts';

const PLACES = [
  ['/', 'home', 'Home'],
  ['/accounts', 'accounts', 'Accounts'],
  ['/markets', 'markets', 'Markets'],
  ['/bots', 'bots', 'Bots'],
  ['/scripts', 'scripts', 'Scripts'],
  ['/settings', 'settings', 'Settings'],
] as const;

export function Shell() {
  const client = useQueryClient();
  const connection = useLiveEvents(client);
  useLeaveWhenSignedOut();
  return (
    <ConnectionContext value={connection}>
      <div className="shell">
        <nav className="rail" aria-label="Places">
          <Link to="/" className="brand">
            <img src={MARK} alt="" />
            Tidemill
          </Link>
          <div className="places">
            {PLACES.map(([to, icon, text]) => (
              <Link key={to} to={to} className="place" activeOptions={{ exact: to === '/' }}>
                <Icon name={icon} />
                {text}
              </Link>
            ))}
          </div>
          <Foot connection={connection} />
        </nav>
        <main className="main">
          {connection === 'lost' ? (
            <p className="banner" role="status">
              The connection is gone. What you see may be old; trying again.
            </p>
          ) : null}
          <Outlet />
        </main>
      </div>
    </ConnectionContext>
  );
}

const CONNECTIONS = { connecting: 'Connecting', live: 'Live', lost: 'Not connected' } as const;

function Foot({ connection }: { readonly connection: Connection }) {
  const { data } = useQuery(sessionQuery);
  const client = useQueryClient();
  const navigate = useNavigate();
  const signOut = async (): Promise<void> => {
    await request('POST', '/auth/sign-out', {});
    await navigate({ to: '/sign-in' });
    client.clear();
  };
  return (
    <div className="rail-foot">
      <span className="connection" data-state={connection}>
        {CONNECTIONS[connection]}
      </span>
      <div className="who">
        <span className="who-name">{data?.user_name}</span>
        <button
          type="button"
          className="button button-plain button-small"
          onClick={() => void signOut()}
        >
          Sign out
        </button>
      </div>
    </div>
  );
}

/** A session that ends elsewhere ends here: back to where one signs in. */
function useLeaveWhenSignedOut(): void {
  const { data } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const isOut = data === null;
  useEffect(() => {
    if (isOut) void navigate({ to: '/sign-in', search: { next: pathname } });
  }, [isOut, navigate, pathname]);
}
