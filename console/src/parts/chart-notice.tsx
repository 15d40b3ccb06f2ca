// Notice of the library that draws the charts. Its licence asks for its notice and this link on a
// page that users reach.

import { CONTROLS } from '../words/controls.ts';

export function ChartNotice() {
  return (
    <p className="hint">
      {CONTROLS.chartsAreDrawnBy}{' '}
      <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        https://www.tradingview.com/
      </a>
      {CONTROLS.underThe}{' '}
      <a href="https://www.apache.org/licenses/LICENSE-2.0" target="_blank" rel="noreferrer">
        {CONTROLS.apacheLicense20}
      </a>
      .
    </p>
  );
}
