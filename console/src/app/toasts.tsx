// Short notices of what happens elsewhere than on the page that is open: filled and refused orders,
// bots that stopped by themselves, keys that are refused. They go by themselves.

import type { Event as ApiEvent } from '@tidemill/client';
import { useCallback, useEffect, useState } from 'react';
import { useEvents } from '../api/live.ts';
import { noticeOf } from './notice-of-event.ts';
import type { Notice } from './notice-of-event.ts';
import { FRAME } from '../words/frame.ts';

type Toast = Notice & { readonly id: string };

const SHOWN_MS = 7_000;
const SHOWN_MAX = 3;

export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const drop = useCallback((id: string): void => {
    setToasts((all) => all.filter((toast) => toast.id !== id));
  }, []);
  useEvents((event: ApiEvent) => {
    const notice = noticeOf(event);
    if (notice === null) return;
    const toast = { ...notice, id: event.event_id };
    // The newest of a kind stands for those before it, so that a busy bot does not cover the page.
    setToasts((all) =>
      [...all.filter(({ topic }) => topic !== toast.topic), toast].slice(-SHOWN_MAX),
    );
  });
  return (
    <div className="toasts" role="status">
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} onEnd={drop} />
      ))}
    </div>
  );
}

type ViewProps = { readonly toast: Toast; readonly onEnd: (id: string) => void };

function ToastView({ toast, onEnd }: ViewProps) {
  useEffect(() => {
    const timer = setTimeout(() => onEnd(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id, onEnd]);
  return (
    <div className="toast" data-look={toast.look}>
      <div>
        <strong>{toast.title}</strong>
        {toast.text === null ? null : <p>{toast.text}</p>}
      </div>
      <button
        type="button"
        className="toast-close"
        aria-label={FRAME.close}
        onClick={() => onEnd(toast.id)}
      >
        ×
      </button>
    </div>
  );
}
