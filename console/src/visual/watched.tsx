// Values in sentences: on how many bars a condition was true, what an output gave at the bar under
// the pointer, and what a block led to of the trade that was chosen.

import type { Wire } from '#domain/visual/visual-model.ts';
import { Time } from '../parts/widgets.tsx';
import type { PortView } from './port-values.ts';
import { countText, shareWords, valueWords } from './port-values.ts';
import type { LedTo } from './watching.ts';
import { usePort, useShownBar, useShownValue, useWatching } from './watching.ts';
import { VISUAL } from '../words/visual.ts';

type WireProps = { readonly wire: Wire };

/** Beside the sentence of an output. It is as wide whatever it says, so that nothing moves. */
export function ShownValue({ wire }: WireProps) {
  const value = useShownValue(wire.block, wire.port);
  const port = usePort(wire.block, wire.port);
  if (value === undefined) return null;
  const names = [
    'value-at',
    port?.kind === 'condition' && 'value-flag',
    value === 'true' && 'value-true',
  ];
  return (
    <output className={names.filter(Boolean).join(' ')} title={value ?? VISUAL.itWasHeldBack}>
      {valueWords(value)}
    </output>
  );
}

/** When the values are of that stand in the sentences. */
export function ShownTime() {
  const { times, isLive } = useWatching();
  const { bar, at } = useShownBar();
  const time = times[bar ?? times.length - 1];
  if (time === undefined || isLive) return null;
  return (
    <span>
      {VISUAL.valuesAt} <Time at={time} />
      {at === 'pointer' ? '' : at === 'trade' ? VISUAL.whereTheTradeBegan : VISUAL.theLastCandle}
    </span>
  );
}

type CountProps = WireProps & {
  /** Of a group: how its conditions are joined. */
  readonly subject?: string;
};

/** "True on 14 of 2,880 bars, last on …". */
export function WatchedCounts({ wire, subject = '' }: CountProps) {
  const { isStale, isLive, path } = useWatching();
  const port = usePort(wire.block, wire.port);
  const led = path.get(wire.block);
  if (port === null && led === undefined) return null;
  return (
    <span className="counts-row">
      {port === null || port.kind === 'action' ? null : <ShownValue wire={wire} />}
      {port?.kind === 'action' && isLive ? <LiveAction port={port} /> : null}
      {port === null || port.kind === 'value' || port.bars === 0 ? null : (
        <span className={isStale ? 'counts counts-stale' : 'counts'}>
          <CountWords port={port} subject={subject} />
        </span>
      )}
      {led === undefined ? null : <span className="tag tag-accent">{LED_TO[led]}</span>}
    </span>
  );
}

/** Of a running bot: an action that its newest update reached. */
function LiveAction({ port }: { readonly port: PortView }) {
  if (port.values[0] !== 'true')
    return <output className="counts">{VISUAL.notInThisUpdate}</output>;
  return <output className="value-at value-flag value-true">{VISUAL.doneInThisUpdate}</output>;
}

const LED_TO: Readonly<Record<LedTo, string>> = {
  entry: VISUAL.ledToTheEntry,
  exit: VISUAL.ledToTheExit,
  both: VISUAL.ledToEntryAnd,
};

function CountWords({ port, subject }: { readonly port: PortView; readonly subject: string }) {
  const { days } = useWatching();
  const { kind, bars, activeBars, lastActiveAt } = port;
  const did = kind === 'action' ? VISUAL.ran : 'true';
  const words = (text: string): string => {
    const whole = subject === '' ? text : `${subject} ${text}`;
    return whole.charAt(0).toUpperCase() + whole.slice(1);
  };
  if (activeBars === 0) {
    return <span className="warn-text">{words(VISUAL.neverIn(did, daysText(days)))}</span>;
  }
  const share =
    activeBars === bars ? VISUAL.onAllBars(countText(bars)) : VISUAL.onBars(shareWords(port));
  return (
    <>
      {VISUAL.last(words(`${did} ${share}`))} <Time at={lastActiveAt} />
    </>
  );
}

function daysText(days: number): string {
  const hours = Math.max(1, Math.round(days * 24));
  if (hours < 24) return hours === 1 ? VISUAL.anHour : VISUAL.hours(hours);
  const whole = Math.round(days);
  return whole === 1 ? VISUAL.aDay : VISUAL.days(countText(whole));
}
