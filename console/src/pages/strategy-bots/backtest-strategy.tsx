// Backtest of a strategy with these settings, beside them: over which period, its figures, and the
// range that its prices went through.

import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { backtestQuery } from '../../api/queries.ts';
import type { Plan, StrategyConfig } from '../../api/strategy-queries.ts';
import { rangeQuery } from '../../api/strategy-queries.ts';
import type { StrategyAddress } from '../../app/strategy-address.ts';
import { lastDays } from '../../bench/run-choices.tsx';
import { Button } from '../../parts/button.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { Choice, Panel } from '../../parts/widgets.tsx';
import { ShortReport } from '../../report/short-report.tsx';
import { STRATEGIES } from '../../words/strategies.ts';

const PERIODS = [
  [7, STRATEGIES.last7Days],
  [30, STRATEGIES.last30Days],
  [90, STRATEGIES.last90Days],
  [365, STRATEGIES.lastYear],
] as const;

const USUAL_DAYS = 30;

/** A link may ask for another number of days. */
function periodsWith(days: number): readonly (readonly [number, string])[] {
  if (PERIODS.some(([known]) => known === days)) return PERIODS;
  return [...PERIODS, [days, STRATEGIES.lastDays(days)]];
}

type Props = {
  readonly accountId: string;
  readonly plan: Omit<Plan, 'owner'>;
  readonly isDisabled?: boolean;
  /** Period, and the backtest that is shown. */
  readonly retained: Pick<StrategyAddress, 'days' | 'test'>;
  readonly onKeep: (next: Pick<StrategyAddress, 'days' | 'test'>) => void;
  /** Takes a range of prices into the settings; left out where they are not edited. */
  readonly onRange?: (low: number, high: number) => void;
};

export function BacktestStrategy(props: Props) {
  const { accountId, plan, isDisabled = false, retained, onKeep, onRange } = props;
  const { days = USUAL_DAYS, test } = retained;
  const marketTag = String(plan.config['market_tag'] ?? '');
  const range = useQuery({ ...rangeQuery(marketTag, days), enabled: isGrid(plan) });
  const shown = useQuery({ ...backtestQuery(test ?? ''), enabled: test !== undefined });
  const run = useRun(accountId, plan, days, (id) => onKeep({ test: id }));
  // What a signal bot does depends on its signals.
  if (plan.type === 'webhook') return null;
  const isOld = shown.data !== undefined && !isSame(shown.data.request.strategy?.config, plan);
  const takeRange =
    onRange === undefined || range.data === undefined || range.data === null
      ? null
      : (
          (found) => () =>
            onRange(found.low, found.high)
        )(range.data);
  return (
    <Panel title={STRATEGIES.whatItWouldHave}>
      <div className="panel-body stack">
        <Wrong error={run.error} />
        <div className="row row-end">
          <Choice
            label={STRATEGIES.period}
            value={days}
            choices={periodsWith(days)}
            onChange={(next) => onKeep({ days: next })}
          />
          {takeRange === null ? null : (
            <Button isDisabled={isDisabled} onPress={takeRange}>
              {STRATEGIES.takeTheRange}
            </Button>
          )}
          <Button isDisabled={isDisabled || run.isPending} onPress={() => run.mutate()}>
            {run.isPending ? STRATEGIES.queuing : STRATEGIES.runABacktest}
          </Button>
        </div>
        <p className="hint">{STRATEGIES.withTheseSettingsAnd(isGrid(plan) ? FITTED : '')}</p>
        {isOld ? (
          <p className="notice notice-warn" role="status">
            {STRATEGIES.theSettingsHaveChanged}
          </p>
        ) : null}
      </div>
      {test === undefined ? null : (
        <ShortReport
          backtestId={test}
          mend={
            takeRange === null ? null : (
              <Button look="main" onPress={takeRange}>
                {STRATEGIES.takeTheRange}
              </Button>
            )
          }
        />
      )}
    </Panel>
  );
}

function useRun(
  accountId: string,
  { type, config }: Props['plan'],
  days: number,
  onQueued: (backtestId: string) => void,
) {
  return useMutation({
    mutationFn: () => {
      const { from, to } = lastDays(days);
      const window = { start_at: `${from}T00:00:00.000Z`, end_at: `${to}T00:00:00.000Z` };
      return api.backtestStrategyBot({ body: { account_id: accountId, type, config, ...window } });
    },
    onSuccess: ({ backtest_id: backtestId }) => onQueued(backtestId),
  });
}

const FITTED = STRATEGIES.aRangeThatWas;

const isGrid = ({ type }: Pick<Plan, 'type'>): boolean => type.endsWith('_grid');

/** Whether a run had the settings that stand in the form: what the form has, it had too. */
function isSame(ran: StrategyConfig | undefined, { config }: Pick<Plan, 'config'>): boolean {
  return Object.entries(config).every(([key, value]) => {
    const had = ran?.[key];
    return had === undefined || String(had ?? '') === String(value ?? '');
  });
}
