// Parameters of a bot: the inputs of its script with their meaning, chosen or by default, and how
// it trades where its script does not say.

import type { Bot, Market, ScriptInput } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { scriptInputsQuery } from '../../api/queries.ts';
import { INTERVALS } from '../../chart/intervals.ts';
import { Button } from '../../parts/button.tsx';
import { formatDecimal } from '../../parts/format.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Panel } from '../../parts/widgets.tsx';
import { EditBotDialog } from './edit-bot-dialog.tsx';
import { BOTS } from '../../words/bots.ts';

type Props = { readonly bot: Bot; readonly market: Market | null };

export function BotParameters({ bot, market }: Props) {
  const inputs = useQuery(scriptInputsQuery(bot.script_id));
  const [isEditing, setIsEditing] = useState(false);
  const edit = (
    <Button isSmall onPress={() => setIsEditing(true)}>
      {BOTS.editTitle}
    </Button>
  );
  return (
    <Panel title={BOTS.parameters} side={edit}>
      <dl className="parameters">
        {settingsOf(bot, market).map(([name, value]) => (
          <div key={name} className="parameter">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Loaded query={inputs} lines={3}>
        {({ data }) => {
          const shown = data.filter(({ key }) => key !== null);
          return shown.length === 0 ? (
            <Empty title={BOTS.noInputs}>{BOTS.theScriptHasNo}</Empty>
          ) : (
            <dl className="parameters">
              {shown.map((input) => (
                <Parameter key={input.key} bot={bot} input={input} />
              ))}
            </dl>
          );
        }}
      </Loaded>
      <div className="panel-body stack-tight">
        <Link className="button" to="/bots" search={{ new: true, like: bot.bot_id }}>
          {BOTS.makeAnotherLikeIt}
        </Link>
      </div>
      {isEditing ? <EditBotDialog bot={bot} onClose={() => setIsEditing(false)} /> : null}
    </Panel>
  );
}

function Parameter({ bot, input }: { readonly bot: Bot; readonly input: ScriptInput }) {
  const chosen = bot.parameters[input.key ?? ''];
  const value = chosen ?? input.default;
  const option = input.options.find((of) => of.value === value);
  return (
    <div className="parameter">
      <dt>
        {input.label}
        {input.tooltip === null || input.tooltip === '' ? null : (
          <span className="hint">{input.tooltip}</span>
        )}
      </dt>
      <dd>
        {option?.label ?? shownValue(value)}
        {chosen === undefined ? <span className="faint"> {BOTS.default}</span> : null}
      </dd>
    </div>
  );
}

function shownValue(value: number | string | boolean | null): string {
  if (value === null || value === '') return '–';
  return typeof value === 'boolean' ? (value ? BOTS.yes : BOTS.no) : String(value);
}

function settingsOf({ settings }: Bot, market: Market | null) {
  const { interval, leverage, margin_mode: mode, pyramiding, stops } = settings;
  const { trade_amount: amount, trade_amount_percent: percent } = settings;
  const intervalName = INTERVALS.find(([minutes]) => minutes === interval)?.[1];
  const rows: (readonly [string, string | null])[] = [
    [BOTS.chartInterval, intervalName ?? `${interval}m`],
    [BOTS.leverage, leverage === null ? null : `${formatDecimal(leverage)}×`],
    [BOTS.margin, mode],
    [
      BOTS.valueOfATrade,
      amount === null ? null : `${formatDecimal(amount)} ${market?.quote ?? ''}`,
    ],
    [BOTS.shareOfEquityIn, percent === null ? null : `${formatDecimal(percent)} %`],
    [BOTS.entriesAtOnce, pyramiding === null ? null : String(pyramiding)],
    [BOTS.stopsAreHeldBy, stops === 'exchange' ? BOTS.theExchangeWhereIt : null],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}
