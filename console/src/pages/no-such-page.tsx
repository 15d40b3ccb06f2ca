// Page for an address that no page has.

import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/states.tsx';
import { ENTRY } from '../words/entry.ts';

export function NoSuchPage() {
  return (
    <div className="page">
      <header className="page-head">
        <h1>{ENTRY.thereIsNoSuch}</h1>
      </header>
      <Empty
        title={ENTRY.theAddressMayBe}
        actions={
          <Link className="button button-main" to="/">
            {ENTRY.goHome}
          </Link>
        }
      >
        {ENTRY.theSearchFindsMarkets}
      </Empty>
    </div>
  );
}
