// A text that is pasted elsewhere, as it stands, with its title and a button that copies it.

import { CopyButton } from './copy-button.tsx';

type Props = {
  readonly title: string;
  /** For who cannot see what stands above it. */
  readonly name: string;
  readonly text: string;
  /** For the button. */
  readonly what: string;
};

export function Pasted({ title, name, text, what }: Props) {
  return (
    <div className="pasted">
      <div className="pasted-head">
        <span className="label">{title}</span>
        <CopyButton text={text} what={what} isSmall />
      </div>
      <code className="secret" aria-label={name}>
        {text}
      </code>
    </div>
  );
}
