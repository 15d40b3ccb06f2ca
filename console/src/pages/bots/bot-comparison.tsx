// A finished day of a bot beside the same minutes in a backtest: by how much they differ, and why.

import type { Bot, ComparedDay as DayState } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { comparedDaysQuery, comparisonQuery } from '../../api/queries.ts';
import { ComparedDay } from '../../comparison/compared-day.tsx';
import { ComparedDays } from '../../comparison/compared-days.tsx';
import { Button } from '../../parts/button.tsx';
import { useExchangeOf, useMarket } from '../../parts/market-name.ts';
import { Empty, explain, Loaded } from '../../parts/states.tsx';
import { BOTS } from '../../words/bots.ts';

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Shown as buttons; older ones are chosen by their date. */
const RECENT_DAYS = 14;

export function BotComparison({ bot }: { readonly bot: Bot }) {
  const { bot_id: botId } = bot;
  const [yesterday] = useState(() => dayOf(Date.now() - DAY_MS));
  const [day, setDay] = useState(yesterday);
  const recent = useQuery(comparedDaysQuery(botId, yesterday, RECENT_DAYS));
  const known = recent.data?.data.find((of) => of.day === day);
  const isOlder = recent.isSuccess && known === undefined && day !== '';
  const older = useQuery({ ...comparedDaysQuery(botId, day, 1), enabled: isOlder });
  const found = known ?? older.data?.data.find((of) => of.day === day);
  return (
    <>
      <div className="comparison-head">
        <label className="field">
          <span className="label">{BOTS.dayInUtc}</span>
          <input
            className="input"
            type="date"
            max={yesterday}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </label>
        <p className="hint">{BOTS.theBotsScriptAnd}</p>
        <ComparedDays days={recent.data?.data ?? []} chosen={day} onChoose={setDay} />
      </div>
      <Loaded query={isOlder ? older : recent}>
        {() => <DayOf key={day} bot={bot} day={day} found={found} />}
      </Loaded>
    </>
  );
}

type DayProps = {
  readonly bot: Bot;
  readonly day: string;
  /** Undefined: the bot was not there yet. */
  readonly found: DayState | undefined;
};

function DayOf({ bot, day, found }: DayProps) {
  const { bot_id: botId } = bot;
  const client = useQueryClient();
  const status = found?.status ?? 'not_run';
  const isThere = status === 'queued' || status === 'finished';
  const comparison = useQuery({ ...comparisonQuery(botId, day), enabled: isThere });
  const market = useMarket(comparison.data?.market_tag ?? null, useExchangeOf(bot.account_id));
  const request = useMutation({
    mutationFn: () => api.requestBotComparison({ bot_id: botId, body: { day } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bot-comparison', botId] }),
  });
  if (status === 'not_run') return <Empty title={BOTS.theBotDidNot}>{BOTS.aDayIsCompared}</Empty>;
  if (!isThere)
    return (
      <Empty
        title={status === 'failed' ? BOTS.itsBacktestFailed : BOTS.thisDayWasNot}
        actions={
          status === 'failed' ? null : (
            <Button look="main" isDisabled={request.isPending} onPress={() => request.mutate()}>
              {BOTS.compare}
            </Button>
          )
        }
      >
        {request.isError ? explain(request.error) : (found?.reason ?? BOTS.thisTakesAFew)}
      </Empty>
    );
  return (
    <Loaded query={comparison}>
      {(of) =>
        of.status === 'queued' ? (
          <Empty title={BOTS.theBacktestIsRunning}>{BOTS.itAppearsHereWhen}</Empty>
        ) : (
          <ComparedDay of={of} priceDecimals={market?.price_decimals ?? null} />
        )
      }
    </Loaded>
  );
}
