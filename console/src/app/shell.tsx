// The frame around all pages of who is signed in: places, connection, keys, notices; and the styles
// of those pages, which the first page does without.

import '../styles/shell.css';
import '../styles/pages.css';
import '../styles/research.css';
import '../styles/people.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Connection } from '../api/live.ts';
import { ConnectionContext, useLiveEvents } from '../api/live.ts';
import { sessionQuery } from '../api/session-query.ts';
import { Icon } from '../parts/icons.tsx';
import { ProofGate } from '../parts/proof-gate.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { useShortcuts } from './shortcuts.ts';
import { MARK } from './mark.ts';
import { usePageTitle } from './use-page-title.ts';
import type { Place } from './places.ts';
import { PLACES, placesFor } from './places.ts';
import { useSignOut } from './sign-out.ts';
import { Toasts } from './toasts.tsx';
import { FRAME } from '../words/frame.ts';
import { SERVICE } from '../words/service.ts';

const CommandPalette = lazy(async () => {
  const { CommandPalette: palette } = await import('./command-palette.tsx');
  return { default: palette };
});
const MoreSheet = lazy(async () => {
  const { MoreSheet: sheet } = await import('./more-sheet.tsx');
  return { default: sheet };
});
const KeyHelp = lazy(async () => {
  const { KeyHelp: help } = await import('./key-help.tsx');
  return { default: help };
});
const StopEverythingDialog = lazy(async () => {
  const { StopEverythingDialog: dialog } = await import('../parts/stop-everything-dialog.tsx');
  return { default: dialog };
});

type Overlay = 'palette' | 'more' | 'keys' | 'stop' | null;

export function Shell() {
  const connection = useLiveEvents(useQueryClient());
  const [overlay, setOverlay] = useState<Overlay>(null);
  const main = useRef<HTMLElement>(null);
  useLeaveWhenSignedOut();
  useFocusOfNewPage(main);
  usePageTitle(main);
  useShortcuts({
    onPalette: () => setOverlay('palette'),
    onHelp: () => setOverlay('keys'),
  });
  return (
    <ConnectionContext value={connection}>
      <div className="shell">
        <a className="skip" href="#main">
          {FRAME.skip}
        </a>
        <Rail
          connection={connection}
          onSearch={() => setOverlay('palette')}
          onStop={() => setOverlay('stop')}
        />
        <Bar onMore={() => setOverlay('more')} />
        <main id="main" className="main" ref={main} tabIndex={-1}>
          <ConnectionBanner connection={connection} />
          <Outlet />
        </main>
        <Toasts />
        <ProofGate />
        <Suspense>
          <Overlays overlay={overlay} onChange={setOverlay} />
        </Suspense>
      </div>
    </ConnectionContext>
  );
}

type OverlaysProps = {
  readonly overlay: Overlay;
  readonly onChange: (overlay: Overlay) => void;
};

function Overlays({ overlay, onChange }: OverlaysProps) {
  const close = (): void => onChange(null);
  const stop = (): void => onChange('stop');
  switch (overlay) {
    case 'palette':
      return <CommandPalette onClose={close} onKeys={() => onChange('keys')} onStop={stop} />;
    case 'keys':
      return <KeyHelp onClose={close} />;
    case 'more':
      return <MoreSheet onSearch={() => onChange('palette')} onStop={stop} onClose={close} />;
    case 'stop':
      return <StopEverythingDialog onClose={close} />;
    case null:
      return null;
  }
}

const GROUPS = [...new Set(PLACES.map(({ group }) => group))];

type RailProps = {
  readonly connection: Connection;
  readonly onSearch: () => void;
  readonly onStop: () => void;
};

function Rail({ connection, onSearch, onStop }: RailProps) {
  const { data: session } = useQuery(sessionQuery);
  const places = placesFor(session);
  return (
    <nav className="rail" aria-label={FRAME.places}>
      <Link to="/" className="brand">
        <img src={MARK} alt="" />
        Tidemill
      </Link>
      <button type="button" className="rail-search" onClick={onSearch}>
        <Icon name="search" />
        {FRAME.search}
        <kbd>{SERVICE.ctrl} K</kbd>
      </button>
      <div className="places">
        {GROUPS.map((group) => (
          <div key={group} className="places-group" role="group" aria-label={group}>
            <span className="places-title">{group}</span>
            {places
              .filter((of) => of.group === group)
              .map((place) => (
                <PlaceLink key={place.to} place={place} />
              ))}
          </div>
        ))}
      </div>
      <Foot connection={connection} onStop={onStop} />
    </nav>
  );
}

function PlaceLink({ place }: { readonly place: Place }) {
  return (
    <Link to={place.to} className="place" activeOptions={{ exact: place.to === '/' }}>
      <Icon name={place.icon} />
      {place.text}
    </Link>
  );
}

/** At the bottom of narrow screens, where a thumb reaches it. */
function Bar({ onMore }: { readonly onMore: () => void }) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const isElsewhere = !PLACES.some(
    ({ to, isOnBar }) =>
      isOnBar === true && (to === '/' ? pathname === '/' : pathname.startsWith(to)),
  );
  return (
    <nav className="bar" aria-label={FRAME.places}>
      {PLACES.filter(({ isOnBar }) => isOnBar).map((place) => (
        <PlaceLink key={place.to} place={place} />
      ))}
      <button
        type="button"
        className="place"
        aria-haspopup="dialog"
        data-active={isElsewhere}
        onClick={onMore}
      >
        <Icon name="more" />
        {FRAME.more}
      </button>
    </nav>
  );
}

function Foot({ connection, onStop }: Omit<RailProps, 'onSearch'>) {
  const { data } = useQuery(sessionQuery);
  const signOut = useSignOut();
  return (
    <div className="rail-foot">
      {data?.role === 'read_only' ? null : (
        <button type="button" className="button button-danger button-small" onClick={onStop}>
          {FRAME.stopEverything}
        </button>
      )}
      <span className="connection" data-state={connection}>
        {FRAME[connection]}
      </span>
      <div className="who">
        <span className="who-name">{data?.user_name}</span>
        <button
          type="button"
          className="button button-plain button-small"
          onClick={() => void signOut()}
        >
          {FRAME.signOut}
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
    // Whoever has signed out here is on the way there already.
    if (isOut && pathname !== '/sign-in')
      void navigate({ to: '/sign-in', search: { next: pathname }, ignoreBlocker: true });
  }, [isOut, navigate, pathname]);
}

/** Who works with keys or a screen reader is at the new page, not at the link that led there. */
function useFocusOfNewPage(main: { readonly current: HTMLElement | null }): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const former = useRef(pathname);
  useEffect(() => {
    if (former.current !== undefined && former.current !== pathname)
      main.current?.focus({ preventScroll: true });
    former.current = pathname;
  }, [main, pathname]);
}
