// Prices on a chart that one moves: with the pointer, or with the arrow keys. They stay where their
// prices are while the chart moves.

import type { KeyboardEvent, PointerEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { formatPriceNumber } from '../parts/format.ts';
import type { PriceChart } from './price-chart.ts';

export type PriceHandle = {
  readonly id: string;
  readonly label: string;
  readonly price: number;
  /** It is moved only between these. */
  readonly least: number;
  readonly most: number;
};

type Props = {
  readonly chart: PriceChart;
  readonly handles: readonly PriceHandle[];
  readonly decimals: number;
  readonly onMove: (id: string, price: string) => void;
};

export function PriceHandles({ chart, handles, decimals, onMove }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const places = usePlaces(chart, handles);
  const move = ({ id, least, most }: PriceHandle, price: number): void => {
    onMove(id, Math.min(most, Math.max(least, price)).toFixed(decimals));
  };
  return (
    <div ref={frame} className="price-handles">
      {handles.map((handle, index) => (
        <Handle
          key={handle.id}
          handle={handle}
          decimals={decimals}
          top={places[index] ?? null}
          priceAt={(clientY) =>
            chart.priceAt(clientY - (frame.current?.getBoundingClientRect().top ?? 0))
          }
          onMove={(price) => move(handle, price)}
        />
      ))}
    </div>
  );
}

/** Pixels from the top, looked at in each frame: the axis moves with whatever is drawn. */
function usePlaces(chart: PriceChart, handles: readonly PriceHandle[]) {
  const [places, setPlaces] = useState<readonly (number | null)[]>([]);
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      const now = handles.map(({ price }) => chart.yOf(price));
      setPlaces((before) =>
        now.length === before.length && now.every((y, at) => y === before[at]) ? before : now,
      );
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [chart, handles]);
  return places;
}

type HandleProps = {
  readonly handle: PriceHandle;
  readonly decimals: number;
  readonly top: number | null;
  readonly priceAt: (clientY: number) => number | null;
  readonly onMove: (price: number) => void;
};

/** Shares of the price by which a key moves it. */
const STEPS: { readonly [key: string]: number } = {
  ArrowUp: 0.001,
  ArrowRight: 0.001,
  ArrowDown: -0.001,
  ArrowLeft: -0.001,
  PageUp: 0.01,
  PageDown: -0.01,
};

function Handle({ handle, decimals, top, priceAt, onMove }: HandleProps) {
  const { label, price, least, most } = handle;
  const press = (event: KeyboardEvent): void => {
    const share = STEPS[event.key];
    if (share === undefined) return;
    event.preventDefault();
    const step = Math.max(10 ** -decimals, Math.abs(price * share));
    onMove(price + Math.sign(share) * step);
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const at = priceAt(event.clientY);
    if (at !== null) onMove(at);
  };
  if (top === null) return null;
  return (
    <div className="price-handle-line" style={{ top }}>
      <span
        className="price-handle"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuenow={price}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuetext={formatPriceNumber(price, decimals)}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.focus();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
      >
        <span aria-hidden="true">⇕</span> {label}
      </span>
    </div>
  );
}
