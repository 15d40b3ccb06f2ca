// The question before what lets others in or lifts a limit, where the service refused it for want
// of a proof: the request goes on by itself when it was given.

import { useEffect, useRef, useState } from 'react';
import { serveProofs } from '../api/proof-asker.ts';
import { Prove } from './proof.tsx';

type Question = { readonly settle: (isProven: boolean) => void };

export function ProofGate() {
  const [question, setQuestion] = useState<Question | null>(null);
  /** Requests at once have one question. */
  const requested = useRef<Promise<boolean> | null>(null);
  useEffect(
    () =>
      serveProofs(() => {
        requested.current ??= new Promise<boolean>((settle) => setQuestion({ settle })).finally(
          () => {
            requested.current = null;
            setQuestion(null);
          },
        );
        return requested.current;
      }),
    [],
  );
  if (question === null) return null;
  return <Prove act={() => question.settle(true)} onClose={() => question.settle(false)} />;
}
