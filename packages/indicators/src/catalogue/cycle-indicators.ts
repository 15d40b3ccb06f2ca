// Ehlers' measurements of cycles by the Hilbert transform.

import type { Indicator, Unit } from '#indicators/indicator.ts';
import type { Kernel } from '#indicators/kernel.ts';
import { addNode } from '#indicators/plan.ts';
import {
  cyclePhase,
  cycleSine,
  cycleTrendLine,
  cycleTrendMode,
} from '#indicators/kernels/cycle-phase.ts';
import { dominantPeriod, phasor } from '#indicators/kernels/dominant-cycle.ts';

function cycle(
  name: string,
  kernel: Kernel,
  outputs: readonly string[],
  unit: Unit,
  meaning: string,
): Indicator {
  return {
    name,
    family: 'cycle',
    inputs: ['series'],
    parameters: [],
    outputs,
    unit,
    source: 'TA-Lib',
    meaning,
    build: (draft, inputs) => addNode(draft, kernel, [], inputs),
  };
}

export const CYCLE_INDICATORS: readonly Indicator[] = [
  cycle('HT_DCPERIOD', dominantPeriod, ['value'], 'rows', 'Period of the dominant cycle'),
  cycle('HT_DCPHASE', cyclePhase, ['value'], 'degrees', 'Phase of the dominant cycle'),
  cycle(
    'HT_PHASOR',
    phasor,
    ['inPhaseOut', 'quadratureOut'],
    'series',
    'Components of the phasor of the dominant cycle',
  ),
  cycle(
    'HT_SINE',
    cycleSine,
    ['sine', 'leadSine'],
    'ratio',
    'Sine of the phase, and of the phase 45 degrees ahead',
  ),
  cycle('HT_TRENDLINE', cycleTrendLine, ['value'], 'series', 'The series without its cycle'),
  cycle('HT_TRENDMODE', cycleTrendMode, ['value'], 'sign', '1 in a trend, 0 in a cycle'),
];
