// On phones: the places that the bar has no room for, the search, the
// switch that stops everything, and the way out.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { ConnectionContext } from '../api/live.ts';
import { sessionQuery } from '../api/session-query.ts';
import { Button } from '../parts/button.tsx';
import { DialogFrame } from '../parts/confirm.tsx';
import { Icon } from '../parts/icons.tsx';
import { placesFor } from './places.ts';
import { useSignOut } from './sign-out.ts';
import { FRAME } from '../words/frame.ts';

type Props = {
  readonly onSearch: () => void;
  readonly onStop: () => void;
  readonly onClose: () => void;
};

export function MoreSheet({ onSearch, onStop, onClose }: Props) {
  const { data: session } = useQuery(sessionQuery);
  const connection = useContext(ConnectionContext);
  const signOut = useSignOut();
  const elsewhere = placesFor(session).filter(({ isOnBar }) => isOnBar !== true);
  return (
    <DialogFrame title={FRAME.more} look="sheet" onClose={onClose}>
      <button type="button" className="rail-search" onClick={onSearch}>
        <Icon name="search" />
        {FRAME.moreSearch}
      </button>
      <div className="sheet-places">
        {elsewhere.map(({ to, text, icon }) => (
          <Link key={to} to={to} className="sheet-place" onClick={onClose}>
            <Icon name={icon} />
            {text}
          </Link>
        ))}
      </div>
      {session?.role === 'read_only' ? null : (
        <Button look="danger" onPress={onStop}>
          {FRAME.stopEverything}
        </Button>
      )}
      <div className="sheet-foot">
        <div>
          <div className="who-name">{session?.user_name}</div>
          <span className="connection" data-state={connection}>
            {FRAME[connection]}
          </span>
        </div>
        <Button onPress={() => void signOut()}>{FRAME.signOut}</Button>
      </div>
    </DialogFrame>
  );
}
