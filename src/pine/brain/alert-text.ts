// Placeholders of alert messages, `{{close}}` or `{{strategy.order.action}}`: facts of the chart,
// of its last bar, of its plots and of the order that filled. What is not known stays as it is.

/** The values by name, as texts; null: there is none of this name. */
export type AlertWords = (name: string) => string | null;

const PLACE = /\{\{([^{}]{1,100})\}\}/g;

/** Text with its placeholders filled; the first source that knows a name decides. */
export function alertText(text: string, ...words: readonly AlertWords[]): string {
  if (!text.includes('{{')) return text;
  return text.replaceAll(PLACE, (whole, name: string) => {
    for (const of of words) {
      const value = of(name.trim());
      if (value !== null) return value;
    }
    return whole;
  });
}

/** Without the remainders of sums of floats. */
function shownNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/** As alerts have it: to the second, in UTC. */
function shownInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 'yyyy-MM-ddTHH:mm:ss'.length)}Z`;
}

export type ChartState = {
  readonly ticker: string;
  readonly exchange: string;
  readonly interval: string;
  readonly currency: string;
  readonly baseCurrency: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly timeMs: number;
  readonly nowMs: number;
  /** Titles and values of its plots, in their order. */
  readonly plots: readonly (readonly [title: string, value: number])[];
};

const PLOT = /^plot_(\d+)$|^plot\(["'](.*)["']\)$/;

/** Words of the chart and of its last bar; null for names of anything else. */
export function chartWords(state: ChartState): AlertWords {
  return (name) => {
    switch (name) {
      case 'ticker':
      case 'exchange':
      case 'interval':
        return state[name];
      case 'syminfo.currency':
        return state.currency;
      case 'syminfo.basecurrency':
        return state.baseCurrency;
      case 'open':
      case 'high':
      case 'low':
      case 'close':
      case 'volume':
        return shownNumber(state[name]);
      case 'time':
        return shownInstant(state.timeMs);
      case 'timenow':
        return shownInstant(state.nowMs);
      default: {
        const [found, number, title] = PLOT.exec(name) ?? [];
        if (found === undefined) return null;
        const plot =
          number === undefined
            ? state.plots.find(([own]) => own === title)
            : state.plots[Number(number)];
        return plot === undefined ? null : shownNumber(plot[1]);
      }
    }
  };
}

export type FilledRequest = {
  readonly id: string;
  readonly comment: string;
  readonly message: string;
  readonly side: 'buy' | 'sell';
  readonly amount: number;
  readonly price: number;
  /** Above zero: long. */
  readonly positionBefore: number;
  readonly positionAfter: number;
};

const sideOf = (position: number): string =>
  position === 0 ? 'flat' : position > 0 ? 'long' : 'short';

/** Words of an order that filled; null for names of anything else. */
export function orderWords(of: FilledRequest): AlertWords {
  const words: Readonly<Record<string, string>> = {
    'strategy.order.action': of.side,
    'strategy.order.contracts': shownNumber(of.amount),
    'strategy.order.price': shownNumber(of.price),
    'strategy.order.id': of.id,
    'strategy.order.comment': of.comment,
    'strategy.order.alert_message': of.message,
    'strategy.position_size': shownNumber(of.positionAfter),
    'strategy.market_position': sideOf(of.positionAfter),
    'strategy.market_position_size': shownNumber(Math.abs(of.positionAfter)),
    'strategy.prev_market_position': sideOf(of.positionBefore),
    'strategy.prev_market_position_size': shownNumber(Math.abs(of.positionBefore)),
  };
  return (name) => (Object.hasOwn(words, name) ? (words[name] ?? null) : null);
}
