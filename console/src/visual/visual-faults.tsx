// List of all that is wrong with a visual script. A line lights the block that it is about.

import { blockOf } from '#domain/visual-rules/change-block.ts';
import { phraseOf, phraseText, portWords, problemText } from './block-words.ts';
import { useEditing } from './editing.ts';
import { VISUAL } from '../words/visual.ts';

const SHOWN_MAX = 50;

type Props = {
  /** What is pressed is brought into sight there. */
  readonly isGraph: boolean;
};

export function VisualFaults({ isGraph }: Props) {
  const { problems, model, known, onLight, onShow } = useEditing();
  if (problems.length === 0) return null;
  const words = (id: string | null): string => {
    const block = id === null ? null : blockOf(model, id);
    if (block === null) return '–';
    return phraseText(phraseOf(model, { block: block.id, port: '' }, known.palette)).slice(0, 60);
  };
  const portName = (id: string | null, port: string): string => {
    const block = id === null ? null : blockOf(model, id);
    return portWords(block?.command ?? '', port);
  };
  return (
    <ul className="faults" aria-label={VISUAL.mistakes}>
      {problems.slice(0, SHOWN_MAX).map(({ block, port, message, severity }, index) => (
        <li key={index}>
          <button
            type="button"
            className={`fault ${severity === 'error' ? 'fall' : 'warn-text'}`}
            onClick={() => (isGraph && block !== null ? onShow(block) : onLight(block))}
          >
            <span className="faint">
              {words(block)}
              {port === null ? '' : `, ${portName(block, port)}`}
            </span>
            <span>{problemText(message)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
