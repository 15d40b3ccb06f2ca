// Judgement of how much of the best result may be luck.

import type { LabOverfitting, LabResult } from '@tidemill/client';
import { Figure, Gain, Panel, Time } from '../parts/widgets.tsx';
import { percentText } from '../report/percent.tsx';
import { formatCount } from '../parts/format-amount.ts';
import { LABS } from '../words/labs.ts';

type Props = { readonly of: LabOverfitting; readonly best: LabResult | undefined };

export function LabJudgement({ of, best }: Props) {
  const probability = of.overfitting_probability;
  return (
    <Panel title={LABS.howMuchMayBe}>
      <dl className="figures figures-flat">
        <Figure label={LABS.probabilityOfOverFitting}>
          {probability === null ? '–' : `${(Number(probability) * 100).toFixed(0)} %`}
          <span className="unit figure-note">{verdictOf(probability)}</span>
        </Figure>
        <Figure label={LABS.bestRunBetterThan}>
          {shareText(best?.deflated_sharpe_ratio ?? null)}
          <span className="unit figure-note">{LABS.deflatedSharpeRatio}</span>
        </Figure>
        <Figure label={LABS.bestRunSeenPart}>{percentText(best?.in_sample_return ?? null)}</Figure>
        <Figure label={LABS.bestRunUnseenPart}>
          {percentText(best?.out_of_sample_return ?? null)}
        </Figure>
        <Figure label={LABS.stabilityOfTheBest}>{shareText(best?.stability ?? null)}</Figure>
        <Figure label={LABS.runsThatDiffer}>
          {of.trials === null ? '–' : formatCount(of.trials)}
        </Figure>
      </dl>
      {of.walk_forward.length === 0 ? null : (
        <div className="scroll" tabIndex={0} role="region" aria-label={LABS.walkForward}>
          <table className="table table-dense">
            <thead>
              <tr>
                <th className="row-head">{LABS.walkForwardChosenBy}</th>
                <th className="right">{LABS.profitUntilThen}</th>
                <th className="right">{LABS.profitAfterIt}</th>
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
  if (probability === null) return LABS.knownWhenItHas;
  const value = Number(probability);
  if (value < 0.2) return LABS.theBestAreGood;
  return value < 0.5 ? LABS.beCareful : LABS.theBestAreWorse;
}

const shareText = (share: string | null): string =>
  share === null ? '–' : `${(Number(share) * 100).toFixed(0)} %`;
