// One bot of an end user: earnings and holdings, orders, log, settings, and deliveries to the
// partner's own systems.

import type { PartnerBot } from '@tidemill/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import {
  botDeliveriesQuery,
  endUserQuery,
  partnerBotLogQuery,
  partnerBotQuery,
} from '../../api/partner-queries.ts';
import { api } from '../../api/api.ts';
import { strategiesQuery } from '../../api/strategy-queries.ts';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Figure, Gain, Panel, Segments, Time } from '../../parts/widgets.tsx';
import { LogLines } from '../bots/bot-log.tsx';
import type { LogAddress } from '../bots/log-lines.ts';
import { EditStrategyDialog } from '../strategy-bots/edit-strategy-dialog.tsx';
import { GridResults, StrategyValues } from '../strategy-bots/strategy-panel.tsx';
import { Pages, PagesFoot } from '../../parts/paged-list.tsx';
import { DeliveryItem } from '../settings/webhooks/delivery-item.tsx';
import { percentOfShare, strategyWords } from './bot-words.ts';
import { PartnerBotActions } from './partner-bot-actions.tsx';
import { PartnerBotState } from './partner-bots-panel.tsx';
import { ClosedPositions, OpenPositions, PartnerBotOrders } from './partner-bot-positions.tsx';
import { PARTNER } from '../../words/partner.ts';

export function PartnerBotPage() {
  const { userId, botId } = useParams({ from: '/inside/partner/users/$userId/bots/$botId' });
  const bot = useQuery(partnerBotQuery({ user_id: userId, bot_id: botId }));
  return (
    <div className="page page-wide">
      <Loaded query={bot} lines={6} isPage>
        {(of) => <PartnerBotView bot={of} />}
      </Loaded>
    </div>
  );
}

type OfBot = { readonly bot: PartnerBot };

function PartnerBotView({ bot }: OfBot) {
  const { data: user } = useQuery(endUserQuery(bot.user_id));
  return (
    <>
      <header className="page-head">
        <div>
          <p className="crumb">
            <Link to="/partner" search={{ tab: 'bots' }}>
              {PARTNER.partner}
            </Link>{' '}
            /{' '}
            <Link to="/partner/users/$userId" params={{ userId: bot.user_id }}>
              {user?.external_id ?? '…'}
            </Link>{' '}
            / {strategyWords(bot.type)}
          </p>
          <h1>{bot.name}</h1>
        </div>
        <div className="actions">
          {user?.is_simulated === true ? (
            <span className="tag tag-accent">{PARTNER.playMoney}</span>
          ) : null}
          <PartnerBotState bot={bot} />
          <PartnerBotActions bot={bot} />
        </div>
      </header>
      <Figures bot={bot} />
      <div className="bot-grid">
        <div className="stack">
          <OpenPositions bot={bot} />
          <Activity bot={bot} />
        </div>
        <div className="stack">
          {bot.grid === null ? null : <GridResults bot={bot} grid={bot.grid} />}
          <Settings bot={bot} />
        </div>
      </div>
    </>
  );
}

function Figures({ bot }: OfBot) {
  const { profit_currency: currency } = bot;
  return (
    <section className="panel" aria-label={PARTNER.figures}>
      <dl className="figures">
        <Figure label={PARTNER.realizedSinceItsStart}>
          <Gain value={bot.profit} /> <span className="unit">{currency}</span>
        </Figure>
        <Figure label={PARTNER.returnOnWhatIt}>
          <Gain value={percentOfShare(bot.roi)} /> <span className="unit">%</span>
        </Figure>
        <Figure label={PARTNER.realizedInAllRuns}>
          <Gain value={bot.total_profit} /> <span className="unit">{currency}</span>
        </Figure>
        <Figure label={PARTNER.copies}>
          {bot.cloned}{' '}
          <span className="unit">
            {bot.followers === 0 ? PARTNER.noneFollowsIt : PARTNER.followIt(bot.followers)}
          </span>
        </Figure>
        <Figure label={PARTNER.made}>
          <Time at={bot.created_at} ago />
        </Figure>
      </dl>
    </section>
  );
}

function Settings({ bot }: OfBot) {
  const strategies = useQuery(strategiesQuery);
  const strategy = strategies.data?.data.find(({ type }) => type === bot.type);
  const [isEditing, setIsEditing] = useState(false);
  if (strategy === undefined || bot.config === null) return null;
  const { user_id, bot_id, config } = bot;
  const edit = (
    <Button isSmall onPress={() => setIsEditing(true)}>
      {PARTNER.edit}
    </Button>
  );
  return (
    <Panel title={PARTNER.settings} side={edit}>
      <StrategyValues bot={{ config }} settings={strategy.settings} />
      {isEditing ? (
        <EditStrategyDialog
          name={bot.name}
          isRunning={bot.status === 'running'}
          config={config}
          exchange={bot.exchange ?? undefined}
          settings={strategy.settings}
          save={(changes) => api.partnerEditBot({ user_id, bot_id, body: { config: changes } })}
          staleKey={['partner']}
          onClose={() => setIsEditing(false)}
        />
      ) : null}
    </Panel>
  );
}

const TABS = [
  ['log', PARTNER.log],
  ['orders', PARTNER.openOrders],
  ['closed', PARTNER.closedPositions],
  ['deliveries', PARTNER.deliveries],
] as const;

function Activity({ bot }: OfBot) {
  const { tab = 'log', lines = 'all' } = useSearch({
    from: '/inside/partner/users/$userId/bots/$botId',
  });
  const go = useGo({ from: '/partner/users/$userId/bots/$botId' });
  const of = { user_id: bot.user_id, bot_id: bot.bot_id };
  const filter = (next: LogAddress): void => void go({ search: next, replace: true });
  return (
    <section className="panel" aria-label={PARTNER.whatItDoes}>
      <header className="panel-head">
        <Segments
          label={PARTNER.show}
          value={tab}
          choices={TABS}
          onChange={(next) =>
            void go({ search: next === 'log' ? {} : { tab: next }, replace: true })
          }
        />
      </header>
      {tab === 'log' ? <Log bot={bot} filter={lines} onFilter={filter} /> : null}
      {tab === 'orders' ? <PartnerBotOrders bot={bot} /> : null}
      {tab === 'closed' ? <ClosedPositions bot={bot} /> : null}
      {tab === 'deliveries' ? <Deliveries of={of} /> : null}
    </section>
  );
}

type LogProps = OfBot & Omit<ComponentProps<typeof LogLines>, 'log'>;

function Log({ bot: { user_id, bot_id }, ...filter }: LogProps) {
  return <LogLines log={useInfiniteQuery(partnerBotLogQuery({ user_id, bot_id }))} {...filter} />;
}

function Deliveries({ of }: { readonly of: Parameters<typeof botDeliveriesQuery>[0] }) {
  const deliveries = useInfiniteQuery(botDeliveriesQuery(of));
  const all = deliveries.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Pages query={deliveries} isEmpty={all.length === 0} what={PARTNER.webhookDeliveriesAboutThis}>
      <ul className="items">
        {all.map((delivery) => (
          <DeliveryItem key={delivery.delivery_id} delivery={delivery} onResend={null} />
        ))}
      </ul>
      <PagesFoot query={deliveries} />
    </Pages>
  );
}
