// Several runs as one in a file.

import { PortfolioView } from '../report/portfolio-view.tsx';
import type { PortfolioDocument } from '../report/report-document.ts';
import { REPORT } from '../words/report.ts';

export function PortfolioFile({ document }: { readonly document: PortfolioDocument }) {
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">{REPORT.severalRunsAsOne}</p>
          <h1>{REPORT.portfolio}</h1>
        </div>
      </header>
      <PortfolioView of={document.portfolio} names={document.names} />
    </>
  );
}
