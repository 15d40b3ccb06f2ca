// Notice of the library that draws the charts. Its licence asks for its notice and this link on a
// page that users reach.

export function ChartNotice() {
  return (
    <p className="hint">
      Charts are drawn by TradingView Lightweight Charts™, Copyright (c) 2023 TradingView, Inc.{' '}
      <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        https://www.tradingview.com/
      </a>
      , under the{' '}
      <a href="https://www.apache.org/licenses/LICENSE-2.0" target="_blank" rel="noreferrer">
        Apache License 2.0
      </a>
      .
    </p>
  );
}
