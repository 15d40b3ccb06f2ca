// Charts in the colours of the page, by day and by night.

import type { ChartOptions, DeepPartial } from 'lightweight-charts';
import { ColorType } from 'lightweight-charts';
import { useEffect, useState } from 'react';
import { LOCALE } from '../words/language.ts';

export type ChartColours = {
  readonly text: string;
  /** What the chart stands on. */
  readonly ground: string;
  readonly line: string;
  readonly rise: string;
  readonly fall: string;
  readonly accent: string;
  /** Of marks where something was sold: neither that of a falling candle nor of a bought one. */
  readonly sell: string;
  readonly volume: string;
  /** Behind labels of prices. */
  readonly riseSoft: string;
  readonly fallSoft: string;
  readonly accentSoft: string;
  readonly warnSoft: string;
  /** Of volumes behind the candles. */
  readonly riseFaded: string;
  readonly fallFaded: string;
};

/** As the page has them now: the library draws on a canvas, which knows no variables. */
export function chartColours(): ChartColours {
  const [rise, fall] = [colourOf('--chart-rise'), colourOf('--chart-fall')];
  return {
    text: colourOf('--text-soft'),
    ground: colourOf('--surface'),
    line: colourOf('--chart-line'),
    rise,
    fall,
    accent: colourOf('--accent'),
    sell: colourOf('--warn'),
    volume: colourOf('--line-strong'),
    riseSoft: colourOf('--rise-soft'),
    fallSoft: colourOf('--fall-soft'),
    accentSoft: colourOf('--accent-soft'),
    warnSoft: colourOf('--warn-soft'),
    riseFaded: fadedColour(rise, 0.3),
    fallFaded: fadedColour(fall, 0.3),
  };
}

function colourOf(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Colours of the page are computed as `rgb(…)`. */
export function fadedColour(colour: string, share: number): string {
  return colour.replace(/^rgb\((.*)\)$/, (_, parts: string) => `rgba(${parts}, ${share})`);
}

/** Options of a chart in these colours and the reader's locale. */
export function chartOptions(colours: ChartColours): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    localization: { locale: knownLocale() },
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colours.text,
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: 11,
      attributionLogo: false,
      panes: { separatorColor: colours.line, separatorHoverColor: colours.volume },
    },
    grid: { vertLines: { color: colours.line }, horzLines: { color: colours.line } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false, rightOffset: 4 },
  };
}

/** Of the texts, or of the browser, unless it has a name that nothing else understands. */
function knownLocale(): string {
  if (LOCALE !== undefined) return LOCALE;
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}

/** Grows when the colours change, so that charts are drawn anew. */
export function useThemeCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const grow = (): void => setCount((before) => before + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', grow);
    window.addEventListener('tidemill-theme', grow);
    return () => {
      system.removeEventListener('change', grow);
      window.removeEventListener('tidemill-theme', grow);
    };
  }, []);
  return count;
}
