// Plans: what a user may do, and how much of it. The table is the field's own; `unlimited` is ours,
// for self-hosting.

export const PLAN_NAMES = [
  'starter',
  'standard',
  'professional',
  'tradeserver',
  'unlimited',
] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** Null means no limit. Days are of 24 hours. */
export type Plan = {
  readonly name: PlanName;
  readonly botsMax: number | null;
  readonly ordersPerBotMax: number | null;
  readonly backtestWindowDaysMax: number | null;
  readonly allowsLabs: boolean;
  readonly labWindowDaysMax: number | null;
  readonly labCombinationsMax: number | null;
  readonly labQueuedRunsMax: number | null;
  readonly allowsManualTrading: boolean;
  readonly highSpeedIntervalSeconds: number;
};

const LAB_LIMITS = { labCombinationsMax: 1_000, labQueuedRunsMax: 5 } as const;

export const PLANS: { readonly [name in PlanName]: Plan } = {
  starter: {
    name: 'starter',
    botsMax: 3,
    ordersPerBotMax: 15,
    backtestWindowDaysMax: 31,
    allowsLabs: false,
    labWindowDaysMax: null,
    ...LAB_LIMITS,
    allowsManualTrading: false,
    highSpeedIntervalSeconds: 10,
  },
  standard: {
    name: 'standard',
    botsMax: 8,
    ordersPerBotMax: 25,
    backtestWindowDaysMax: 186,
    allowsLabs: true,
    labWindowDaysMax: 31,
    ...LAB_LIMITS,
    allowsManualTrading: true,
    highSpeedIntervalSeconds: 10,
  },
  professional: {
    name: 'professional',
    botsMax: 20,
    ordersPerBotMax: 50,
    backtestWindowDaysMax: 372,
    allowsLabs: true,
    labWindowDaysMax: 31,
    ...LAB_LIMITS,
    allowsManualTrading: true,
    highSpeedIntervalSeconds: 10,
  },
  tradeserver: {
    name: 'tradeserver',
    botsMax: 100,
    ordersPerBotMax: 150,
    backtestWindowDaysMax: 1_116,
    allowsLabs: true,
    labWindowDaysMax: 372,
    ...LAB_LIMITS,
    allowsManualTrading: true,
    highSpeedIntervalSeconds: 5,
  },
  unlimited: {
    name: 'unlimited',
    botsMax: null,
    ordersPerBotMax: null,
    backtestWindowDaysMax: null,
    allowsLabs: true,
    labWindowDaysMax: null,
    labCombinationsMax: null,
    labQueuedRunsMax: null,
    allowsManualTrading: true,
    highSpeedIntervalSeconds: 10,
  },
};

/** Whether a plan that runs until `untilMs` (null: without end) has ended. */
export function isLapsed(untilMs: number | null, nowMs: number): boolean {
  return untilMs !== null && nowMs >= untilMs;
}
