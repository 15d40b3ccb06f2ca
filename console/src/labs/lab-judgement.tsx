// Judgement of how much of the best result may be luck.

import type { LabOverfitting, LabResult } from '@tidemill/client';
import { DataTable } from '../parts/data-table.tsx';
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
        <DataTable
          isDense
          label={LABS.walkForward}
          rows={of.walk_forward}
          keyOf={({ cut_at: at }) => at}
        >
          {(column) => [
            column(LABS.walkForwardChosenBy, '', ({ cut_at: at }) => <Time at={at} />),
            column(LABS.profitUntilThen, 'right', (fold) => <Gain value={fold.chosen_profit} />),
            column(LABS.profitAfterIt, 'right', (fold) => <Gain value={fold.judged_profit} />),
          ]}
        </DataTable>
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
