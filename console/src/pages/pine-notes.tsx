// Notes beside the text of a Pine script: what it cannot mean here.

import { BASE_PATH } from '../api/base-path.ts';

export function PineNotes() {
  return (
    <details className="fold pine-notes">
      <summary>What differs from TradingView</summary>
      <ul>
        <li>
          It runs once for each candle, when it has closed, in backtests and in bots:
          calc_on_every_tick, calc_on_order_fills and varip have no effect, and alerts come then.
        </li>
        <li>
          Other markets are read from the exchange of the account; prices of shares, companies and
          economies are na.
        </li>
        <li>Times and sessions are UTC, unless the script names a time zone.</li>
        <li>On spot markets only long positions open.</li>
      </ul>
      <p className="hint">
        What the check found in this script is listed below its text.{' '}
        <a href={`${BASE_PATH}/docs/pine`} target="_blank" rel="noreferrer">
          All of Pine, and what each part lacks here
        </a>
      </p>
    </details>
  );
}
