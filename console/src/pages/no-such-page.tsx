// Page for an address that no page has.

import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/states.tsx';

export function NoSuchPage() {
  return (
    <div className="page">
      <header className="page-head">
        <h1>There is no such page</h1>
      </header>
      <Empty
        title="The address may be old or mistyped"
        actions={
          <Link className="button button-main" to="/">
            Go home
          </Link>
        }
      >
        The search finds markets, bots and scripts by their names.
      </Empty>
    </div>
  );
}
