// The list of bots: of a thousand only those in view are drawn. Arrows move, Space chooses, Enter
// opens; Shift chooses all between.

import type { KeyboardEvent, MouseEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useGo } from '../../app/use-go.ts';
import { BotState } from '../../parts/bot-state.tsx';
import { BotSwitch } from '../../parts/bot-switch.tsx';
import { Gain, Time } from '../../parts/widgets.tsx';
import type { Column, ListedBot } from './chosen-bots.ts';
import { BOTS } from '../../words/bots.ts';

type Props = {
  readonly bots: readonly ListedBot[];
  readonly chosen: ReadonlySet<string>;
  readonly sort: Column;
  readonly isDescending: boolean;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onSort: (column: Column) => void;
};

const ROW_PX = 56;
const MARGIN_ROWS = 8;

export function BotList(props: Props) {
  const { bots, chosen, onChoose } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const anchor = useRef(0);
  const go = useGo();
  // oxlint-disable-next-line react/incompatible-library -- rows are drawn as the list scrolls
  const rows = useVirtualizer({
    count: bots.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: MARGIN_ROWS,
  });
  const focus = (index: number): void => {
    const next = Math.max(0, Math.min(bots.length - 1, index));
    setAt(next);
    rows.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus(),
    );
  };
  const choose = (index: number, isRange: boolean): void => {
    onChoose(chosenWith(bots, chosen, index, isRange ? anchor.current : null));
    anchor.current = index;
  };
  const hear = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const bot = bots[at]?.bot;
    if (step !== undefined) {
      event.preventDefault();
      focus(at + step);
    } else if ((event.key === ' ' || event.key === 'x') && !isField(event.target)) {
      event.preventDefault();
      choose(at, event.shiftKey);
    } else if (event.key === 'Enter' && bot !== undefined && !isField(event.target)) {
      event.preventDefault();
      void go({ to: '/bots/$botId', params: { botId: bot.bot_id } });
    }
  };
  return (
    <div role="table" aria-label={BOTS.bots} aria-rowcount={bots.length + 1} className="bots">
      <Head {...props} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- rows */}
      <div className="bots-rows" role="rowgroup" ref={scroller} onKeyDown={hear}>
        <div style={{ height: rows.getTotalSize(), position: 'relative' }} role="presentation">
          {rows.getVirtualItems().map(({ index, start }) => {
            const listed = bots[index];
            return listed === undefined ? null : (
              <Row
                key={listed.bot.bot_id}
                listed={listed}
                index={index}
                startPx={start}
                isFirst={index === at}
                isChosen={chosen.has(listed.bot.bot_id)}
                onFocus={() => setAt(index)}
                onChoose={(isRange) => choose(index, isRange)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  j: 1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLElement && /^(INPUT|BUTTON)$/.test(target.tagName);

function chosenWith(
  bots: readonly ListedBot[],
  chosen: ReadonlySet<string>,
  index: number,
  anchor: number | null,
): ReadonlySet<string> {
  const next = new Set(chosen);
  const id = bots[index]?.bot.bot_id ?? '';
  if (anchor === null) {
    if (!next.delete(id)) next.add(id);
    return next;
  }
  const [from, to] = [Math.min(anchor, index), Math.max(anchor, index)];
  for (const { bot } of bots.slice(from, to + 1)) next.add(bot.bot_id);
  return next;
}

const HEADS: readonly (readonly [Column, string, string])[] = [
  ['name', BOTS.bot, ''],
  ['state', BOTS.state, ''],
  ['profit', BOTS.profit, 'right'],
  ['roi', BOTS.onUsedMoney, 'right bots-wide'],
  ['update', BOTS.lastUpdate, 'right bots-wide'],
];

function Head({ bots, chosen, sort, isDescending, onChoose, onSort }: Props) {
  const isAll = bots.length > 0 && bots.every(({ bot }) => chosen.has(bot.bot_id));
  return (
    <div role="rowgroup">
      <div role="row" className="bots-row bots-head">
        <span role="columnheader" className="bots-check">
          <label className="check-hold">
            <input
              type="checkbox"
              aria-label={isAll ? BOTS.selectNone : BOTS.selectAllShown}
              checked={isAll}
              onChange={() =>
                onChoose(isAll ? new Set() : new Set(bots.map(({ bot }) => bot.bot_id)))
              }
            />
          </label>
        </span>
        {HEADS.map(([column, text, look]) => (
          <span
            key={column}
            role="columnheader"
            className={look}
            aria-sort={sort === column ? (isDescending ? 'descending' : 'ascending') : 'none'}
          >
            <button type="button" className="sort" onClick={() => onSort(column)}>
              {text}
              <span aria-hidden="true">{sort === column ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
            </button>
          </span>
        ))}
        <span role="columnheader" className="bots-wide">
          <span className="unseen">{BOTS.actions}</span>
        </span>
      </div>
    </div>
  );
}

type RowProps = {
  readonly listed: ListedBot;
  readonly index: number;
  readonly startPx: number;
  readonly isFirst: boolean;
  readonly isChosen: boolean;
  readonly onFocus: () => void;
  readonly onChoose: (isRange: boolean) => void;
};

function Row({ listed, index, startPx, isFirst, isChosen, onFocus, onChoose }: RowProps) {
  const { bot, brainName, profit } = listed;
  return (
    <div
      role="row"
      className="bots-row"
      aria-rowindex={index + 2}
      data-index={index}
      data-chosen={isChosen}
      style={{ transform: `translateY(${startPx}px)` }}
      onFocus={onFocus}
    >
      <span role="cell" className="bots-check">
        <label className="check-hold">
          <input
            type="checkbox"
            aria-label={BOTS.choose(bot.name)}
            checked={isChosen}
            onChange={() => undefined}
            onClick={(event: MouseEvent) => onChoose(event.shiftKey)}
          />
        </label>
      </span>
      <span role="cell" className="bots-name">
        <Link
          className="row-link"
          to="/bots/$botId"
          params={{ botId: bot.bot_id }}
          tabIndex={isFirst ? 0 : -1}
        >
          {bot.name}
        </Link>
        <span className="faint">
          {bot.market_tag ?? BOTS.noMarket} · {brainName}
        </span>
      </span>
      <span role="cell">
        <BotState bot={bot} />
      </span>
      <span role="cell" className="right">
        <Gain value={profit} unit={bot.profit_currency} />
      </span>
      <span role="cell" className="right bots-wide">
        <Gain value={bot.roi} unit="%" />
      </span>
      <span role="cell" className="right bots-wide soft">
        <Time at={bot.last_update_at} ago />
      </span>
      <span role="cell" className="right bots-wide">
        <BotSwitch bot={bot} isSmall />
      </span>
    </div>
  );
}
