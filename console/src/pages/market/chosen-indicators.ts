// Indicators of the market's chart: those of the address, else those that were chosen last in this
// browser. What computes them is loaded when there are any.

import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useGo } from '../../app/use-go.ts';
import type { PartsOn } from '../../chart/price-chart.ts';

const NAME = 'tidemill-indicators';

type PartsFor = (text: string) => PartsOn;

async function loadComputing(): Promise<{ readonly partsFor: PartsFor }> {
  const { indicatorParts } = await import('../../chart/market-indicators.ts');
  return { partsFor: (text) => (bars) => indicatorParts(bars, text) };
}

/** Choice, how to change it, and what computes the indicators, which is null until it is loaded. */
export function useChosenIndicators() {
  const search = useSearch({ from: '/inside/markets/$marketTag' });
  const go = useGo({ from: '/markets/$marketTag' });
  const [computing, setComputing] = useState<{ readonly partsFor: PartsFor } | null>(null);
  const text = search.indicators ?? localStorage.getItem(NAME) ?? '';
  const isAny = text !== '';
  useEffect(() => {
    if (isAny) void loadComputing().then(setComputing);
  }, [isAny]);
  const partsOn = useMemo(
    () => (computing === null || text === '' ? undefined : computing.partsFor(text)),
    [computing, text],
  );
  return {
    text,
    partsOn,
    change: (next: string): void => {
      localStorage.setItem(NAME, next);
      void go({ search: (before) => ({ ...before, indicators: next }), replace: true });
    },
  };
}
