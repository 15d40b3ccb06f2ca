// The keys that work on every page.

import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/session-query.ts';
import { Button } from '../parts/button.tsx';
import { DialogFrame } from '../parts/confirm.tsx';
import { placesFor } from './places.ts';

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [['Ctrl', 'K'], 'Search and commands'],
  [['/'], 'Search on this page'],
  [['J'], 'Next row of a list'],
  [['K'], 'Previous row'],
  [['X'], 'Select the row'],
  [['Enter'], 'Open the row'],
  [['?'], 'These keys'],
  [['Esc'], 'Close what is open'],
];

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const { data: session } = useQuery(sessionQuery);
  return (
    <DialogFrame title="Keys" onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([keys, text]) => (
          <Key key={text} keys={keys} text={text} />
        ))}
        {placesFor(session).map(({ key, text }) =>
          key === null ? null : <Key key={text} keys={['G', key.toUpperCase()]} text={text} />,
        )}
      </dl>
      <div className="dialog-foot">
        <Button onPress={onClose}>Close</Button>
      </div>
    </DialogFrame>
  );
}

function Key({ keys, text }: { readonly keys: readonly string[]; readonly text: string }) {
  return (
    <div className="keys-row">
      <dt>{text}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  );
}
