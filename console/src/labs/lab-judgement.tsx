// Judgement of how much of the best result may be luck.

import type { LabOverfitting, LabResult } from '@tidemill/client';
import { Figure, Gain, Panel, Time } from '../parts/widgets.tsx';
import { percentText } from '../report/percent.tsx';

type Props = { readonly of: LabOverfitting; readonly best: LabResult | undefined };

export function LabJudgement({ of, best }: Props) {
  const probability = of.overfitting_probability;
  return (
    <Panel title="How much may be luck">
      <dl className="figures figures-flat">
        <Figure label="Probability of over-fitting">
          {probability === null ? '–' : `${(Number(probability) * 100).toFixed(0)} %`}
          <span className="unit figure-note">{verdictOf(probability)}</span>
        </Figure>
        <Figure label="Best run better than luck">
          {shareText(best?.deflated_sharpe_ratio ?? null)}
          <span className="unit figure-note">deflated Sharpe ratio</span>
        </Figure>
        <Figure label="Best run, seen part">{percentText(best?.in_sample_return ?? null)}</Figure>
        <Figure label="Best run, unseen part">
          {percentText(best?.out_of_sample_return ?? null)}
        </Figure>
        <Figure label="Stability of the best">{shareText(best?.stability ?? null)}</Figure>
        <Figure label="Runs that differ">{of.trials?.toLocaleString('en-US') ?? '–'}</Figure>
      </dl>
      {of.walk_forward.length === 0 ? null : (
        <div className="scroll" tabIndex={0} role="region" aria-label="Walk-forward">
          <table className="table table-dense">
            <thead>
              <tr>
                <th className="row-head">Walk-forward: chosen by the past until</th>
                <th className="right">Profit until then</th>
                <th className="right">Profit after it</th>
              </tr>
            </thead>
            <tbody>
              {of.walk_forward.map((fold) => (
                <tr key={fold.cut_at}>
                  <td>
                    <Time at={fold.cut_at} />
                  </td>
                  <td className="right">
                    <Gain value={fold.chosen_profit} />
                  </td>
                  <td className="right">
                    <Gain value={fold.judged_profit} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function verdictOf(probability: string | null): string {
  if (probability === null) return 'known when it has ended';
  const value = Number(probability);
  if (value < 0.2) return 'the best are good elsewhere too';
  return value < 0.5 ? 'be careful' : 'the best are worse elsewhere';
}

const shareText = (share: string | null): string =>
  share === null ? '–' : `${(Number(share) * 100).toFixed(0)} %`;
