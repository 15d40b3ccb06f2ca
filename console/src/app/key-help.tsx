// The keys that work on every page.

import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/session-query.ts';
import { Button } from '../parts/button.tsx';
import { DialogFrame } from '../parts/confirm.tsx';
import { placesFor } from './places.ts';
import { FRAME } from '../words/frame.ts';
import { SERVICE } from '../words/service.ts';

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [[SERVICE.ctrl, 'K'], FRAME.keySearch],
  [['/'], FRAME.keySearchPage],
  [['J'], FRAME.keyNext],
  [['K'], FRAME.keyPrevious],
  [['X'], FRAME.keySelect],
  [[SERVICE.enter], FRAME.keyOpen],
  [['?'], FRAME.keyThese],
  [[SERVICE.esc], FRAME.keyClose],
];

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const { data: session } = useQuery(sessionQuery);
  return (
    <DialogFrame title={FRAME.keys} onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([keys, text]) => (
          <Key key={text} keys={keys} text={text} />
        ))}
        {placesFor(session).map(({ key, text }) =>
          key === null ? null : <Key key={text} keys={['G', key.toUpperCase()]} text={text} />,
        )}
      </dl>
      <div className="dialog-foot">
        <Button onPress={onClose}>{FRAME.close}</Button>
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
