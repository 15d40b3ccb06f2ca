// State of a program's key, beside its name; nothing while it is taken.

import type { ApiKey } from '@tidemill/client';
import { isPast } from './format.ts';
import { CONTROLS } from '../words/controls.ts';

export function KeyState({ apiKey }: { readonly apiKey: ApiKey }) {
  if (!apiKey.is_enabled)
    return <span className="tag tag-warn tag-after">{CONTROLS.disabled}</span>;
  return isPast(apiKey.expires_at) ? (
    <span className="tag tag-fall tag-after">{CONTROLS.expired}</span>
  ) : null;
}
