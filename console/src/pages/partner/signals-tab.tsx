// Signals of the last day as they came, each with what every bot did that got it: taken in or not,
// its orders and lines, and deliveries to the partner's own systems.

import type { SignalTrace } from '@tidemill/client';
import { ApiProblemError } from '@tidemill/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { partnerBotsQuery, signalsQuery } from '../../api/partner-queries.ts';
import { useGo } from '../../app/use-go.ts';
import { PagesFoot } from '../../parts/paged-list.tsx';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import { Panel, Time } from '../../parts/widgets.tsx';
import { DeliveryTag } from '../settings/webhooks/delivery-item.tsx';
import { SendSignalPanel } from './send-signal-panel.tsx';
import { PARTNER } from '../../words/partner.ts';
import { fixedNumber } from '../../parts/format.ts';
import { served } from '../../words/served.ts';

export function SignalsTab() {
  const { token = '' } = useSearch({ from: '/inside/partner' });
  const go = useGo({ from: '/partner' });
  const { data: bots = [] } = useQuery(partnerBotsQuery(null));
  const listening = bots.flatMap(({ config }) => {
    const own = config?.['signal_token'];
    return typeof own === 'string' && own !== '' ? [own] : [];
  });
  const tokens = [...new Set([...listening, ...(token === '' ? [] : [token])])].toSorted();
  const onToken = (next: string): void =>
    void go({ search: { tab: 'signals', ...(next === '' ? {} : { token: next }) } });
  return (
    <div className="grid-main">
      <Panel
        title={PARTNER.signalsOfTheLast}
        side={
          tokens.length === 0 ? null : (
            <select
              className="input input-small input-auto"
              aria-label={PARTNER.signalsOfTheToken}
              value={token}
              onChange={(event) => onToken(event.target.value)}
            >
              <option value="">{PARTNER.allTokens}</option>
              {tokens.map((of) => (
                <option key={of} value={of}>
                  {of}
                </option>
              ))}
            </select>
          )
        }
      >
        <SignalList token={token} names={new Map(bots.map((of) => [of.bot_id, of.name]))} />
      </Panel>
      <SendSignalPanel tokens={tokens} listening={listening} />
    </div>
  );
}

type ListProps = { readonly token: string; readonly names: ReadonlyMap<string, string> };

function SignalList({ token, names }: ListProps) {
  const signals = useInfiniteQuery(signalsQuery(token));
  if (signals.isPending) return <Loading lines={6} />;
  // Of a token that nothing came for.
  const isUnknown =
    token !== '' && signals.error instanceof ApiProblemError && signals.error.status === 404;
  if (signals.isError && signals.data === undefined && !isUnknown)
    return <Failed error={signals.error} onRetry={() => void signals.refetch()} />;
  const all = signals.data?.pages.flatMap(({ data }) => data) ?? [];
  if (all.length === 0)
    return (
      <Empty title={token === '' ? PARTNER.noSignalsYet : PARTNER.nothingCameFor(token)}>
        {PARTNER.signalsOfTheLastDay}
      </Empty>
    );
  return (
    <>
      <ul className="items">
        {all.map((signal) => (
          <SignalItem
            key={`${signal.signal_token} ${signal.received_at} ${signal.bots[0]?.signal_id ?? ''}`}
            signal={signal}
            names={names}
          />
        ))}
      </ul>
      <PagesFoot query={signals} older={PARTNER.olderSignals} />
    </>
  );
}

type ItemProps = { readonly signal: SignalTrace; readonly names: ListProps['names'] };

function SignalItem({ signal, names }: ItemProps) {
  const { signal_token: token, action, received_at: at, bots } = signal;
  const taken = bots.filter(({ outcome }) => outcome === 'heard').length;
  const isWaiting = bots.some(({ outcome }) => outcome === 'waiting');
  return (
    <li className="item">
      <div className="item-main">
        <div className="item-title">
          <strong>{served(actionWords(action))}</strong>
          <code className="mono soft">{token}</code>
          {bots.length === 0 ? (
            <span className="tag tag-warn">{PARTNER.noBotWasListening}</span>
          ) : (
            <span
              className={
                taken === bots.length
                  ? 'tag tag-rise'
                  : isWaiting
                    ? 'tag tag-accent'
                    : 'tag tag-warn'
              }
            >
              {taken === bots.length ? PARTNER.taken : PARTNER.ofTookIt(taken, bots.length)}
            </span>
          )}
        </div>
        <p className="hint">
          <Time at={at} />, <Time at={at} ago />
        </p>
        {bots.length === 0 ? null : (
          <ul className="trace">
            {bots.map((effect) => (
              <Effect key={effect.signal_id} effect={effect} receivedAt={at} names={names} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

type EffectProps = {
  readonly effect: SignalTrace['bots'][number];
  readonly receivedAt: string;
  readonly names: ListProps['names'];
};

function Effect({ effect, receivedAt, names }: EffectProps) {
  const { bot_id: botId, user_id: userId, taken_at: takenAt, messages, deliveries } = effect;
  const orders = effect.order_ids.length;
  return (
    <li>
      <Link to="/partner/users/$userId/bots/$botId" params={{ userId, botId }}>
        {names.get(botId) ?? PARTNER.aDeletedBot}
      </Link>{' '}
      <span className="soft">
        {effect.outcome === 'unheard'
          ? PARTNER.didNotHearIt
          : effect.outcome === 'waiting' || takenAt === null
            ? PARTNER.hasNotActedYet
            : PARTNER.tookItInAfter(delayWords(receivedAt, takenAt), orderWords(orders))}
      </span>
      {messages.map((message, index) => (
        <div key={index} className="hint" lang="en">
          {message}
        </div>
      ))}
      {deliveries.length === 0 ? null : (
        <div className="trace-deliveries">
          {deliveries.map((of) => (
            <span key={of.delivery_id} className="hint">
              {of.type} <DeliveryTag status={of.status} />
            </span>
          ))}
        </div>
      )}
    </li>
  );
}

const actionWords = (action: string): string => {
  const words = action.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

const orderWords = (count: number): string =>
  count === 0
    ? PARTNER.andOrderedNothing
    : count === 1
      ? PARTNER.andOrderedOnce
      : PARTNER.ordersWithin(count);

function delayWords(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from));
  return ms < 1_000 ? PARTNER.ms(ms) : `${fixedNumber(ms / 1_000, 1)} s`;
}
