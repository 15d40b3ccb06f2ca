// Two backtests beside one another, with a test: may their difference be luck?

import type { BacktestDifference } from '@tidemill/client';
import { useQueries } from '@tanstack/react-query';
import { differenceQuery } from '../api/portfolio-queries.ts';
import { whatKeeps } from '../parts/states.tsx';
import { Panel } from '../parts/widgets.tsx';
import { REPORT } from '../words/report.ts';
import { fixedNumber } from '../parts/format.ts';

type ComparedRun = { readonly id: string; readonly name: string; readonly note: string };

/** Each against the first. */
export function DifferencePanel({ all }: { readonly all: readonly ComparedRun[] }) {
  const [first, ...others] = all;
  const found = useQueries({
    queries: others.map(({ id }) => differenceQuery(first?.id ?? '', id)),
  });
  const held = whatKeeps(found, { lines: 2 });
  if (first === undefined || others.length === 0) return null;
  return (
    <Panel title={REPORT.isTheDifferenceLuck}>
      {held ?? (
        <div className="panel-body stack-tight">
          {others.map((other, index) => {
            const of = found[index]?.data;
            return of === undefined ? null : (
              <p key={other.id}>
                {labelOf(first, other)} {sentenceOf(of)}
              </p>
            );
          })}
          <p className="hint">{REPORT.dailyReturnsOfBoth}</p>
        </div>
      )}
    </Panel>
  );
}

function labelOf(first: ComparedRun, other: ComparedRun): string {
  const isSame = first.name === other.name;
  return isSame
    ? REPORT.against(first.name, first.note, other.name, other.note)
    : REPORT.againstWithin(first.name, other.name);
}

/** Sentence about the difference, with how often luck alone makes one as large. */
export function sentenceOf({ days, mean, test }: BacktestDifference): string {
  const gap = Number(mean);
  const earned =
    gap === 0
      ? REPORT.noDifferenceOverDays(days)
      : REPORT.aDayOverDays(
          fixedNumber(Math.abs(gap), 3),
          gap > 0 ? REPORT.more : REPORT.less,
          days,
        );
  if (gap === 0) return earned;
  if (test === null) return REPORT.thatIsTooFew(earned);
  const luck = Number(test.luck);
  const often = luck < 1 ? REPORT.lessThan1 : String(Math.round(luck));
  return REPORT.theDifferenceCouldBe(earned, often);
}
