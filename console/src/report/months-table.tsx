// Returns by month, a row a year: green gained, red lost, the stronger the more.

import type { PeriodReturn } from '@tidemill/client';
import { Fragment } from 'react';
import { percentNumber } from '../parts/format.ts';
import { REPORT } from '../words/report.ts';

type Props = { readonly months: readonly PeriodReturn[]; readonly years: readonly PeriodReturn[] };

const NAMES = REPORT.janFebMarApr.split(' ');
/** At which a colour is full. */
const FULL_PERCENT = 10;

export function MonthsTable({ months, years }: Props) {
  const byName = new Map(months.map((month) => [month.period, month]));
  const most = Math.min(
    FULL_PERCENT,
    Math.max(0.01, ...months.map((month) => Math.abs(Number(month.return)))),
  );
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={REPORT.returnsByMonth}>
      <table className="table table-dense months">
        <thead>
          <tr>
            <th>{REPORT.percent}</th>
            {NAMES.map((name) => (
              <th key={name} className="right">
                {name}
              </th>
            ))}
            <th className="right">{REPORT.year}</th>
          </tr>
        </thead>
        <tbody>
          {years.map((year) => (
            <Fragment key={year.period}>
              <tr>
                <th scope="row" className="row-head">
                  {year.period}
                </th>
                {NAMES.map((name, index) => {
                  const month = byName.get(`${year.period}-${String(index + 1).padStart(2, '0')}`);
                  return <Cell key={name} percent={month?.return ?? null} most={most} />;
                })}
                <Cell percent={year.return} most={most} isStrong />
              </tr>
              <tr className="months-hold">
                <th scope="row" className="row-head faint">
                  {REPORT.buyAndHold}
                </th>
                {NAMES.map((name, index) => {
                  const month = byName.get(`${year.period}-${String(index + 1).padStart(2, '0')}`);
                  return (
                    <td key={name} className="right faint">
                      {shortText(month?.buy_and_hold ?? null)}
                    </td>
                  );
                })}
                <td className="right faint">{shortText(year.buy_and_hold)}</td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = {
  readonly percent: string | null;
  readonly most: number;
  readonly isStrong?: boolean;
};

function Cell({ percent, most, isStrong = false }: CellProps) {
  if (percent === null) return <td aria-label={REPORT.none} />;
  const value = Number(percent);
  const share = Math.min(1, Math.abs(value) / most);
  const colour = value >= 0 ? 'var(--chart-rise)' : 'var(--chart-fall)';
  const background = `color-mix(in srgb, ${colour} ${Math.round(share * 38)}%, transparent)`;
  return (
    <td className="right month" style={{ background, fontWeight: isStrong ? 620 : 450 }}>
      {shortText(percent)}
    </td>
  );
}

const shortText = (percent: string | null): string =>
  percent === null ? '' : percentNumber(percent);
