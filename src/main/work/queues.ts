// The queues that jobs of the installation wait in.

import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/stores/lab-store.ts';

export const QUEUES = [BACKTEST_QUEUE, LAB_PLAN_QUEUE, LAB_SLICE_QUEUE] as const;
