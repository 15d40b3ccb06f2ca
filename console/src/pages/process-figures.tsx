// Figures of a process, as /metrics has them, folded until somebody looks.

import type { ReportedFigure } from '@tidemill/client';
import { formatFigure } from '../parts/format-amount.ts';
import { OPERATOR } from '../words/operator.ts';

type Props = { readonly figures: readonly ReportedFigure[]; readonly title: string };

export function ProcessFigures({ figures, title }: Props) {
  if (figures.length === 0) return null;
  return (
    <details className="fold">
      <summary>
        {OPERATOR.figures}
        <span className="unseen"> {OPERATOR.of(title)}</span>
      </summary>
      <dl className="fold-list">
        {figures.map(({ name, help, samples }) => (
          <div key={name}>
            <dt title={help}>{name.replace(/^tidemill_/, '').replaceAll('_', ' ')}</dt>
            {samples.map(({ labels, value }) => (
              <dd key={JSON.stringify(labels)}>
                <span className="faint">{Object.values(labels).join(' · ')}</span>{' '}
                {formatFigure(name, value)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
