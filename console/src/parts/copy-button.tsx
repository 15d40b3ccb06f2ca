// Copies a text, and says so for a moment.

import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { CONTROLS } from '../words/controls.ts';

type Props = {
  readonly text: string;
  /** For who cannot see what stands beside it. */
  readonly what: string;
  readonly isSmall?: boolean;
};

const SAID_MS = 2_000;

export function CopyButton({ text, what, isSmall = false }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    setIsCopied(await copyText(text));
  };
  return (
    <Button isSmall={isSmall} onPress={() => void copy()}>
      <span aria-live="polite">{isCopied ? CONTROLS.copied : CONTROLS.copy}</span>
      <span className="unseen"> {what}</span>
    </Button>
  );
}

/** Without TLS browsers have no clipboard for pages, and copy what is selected. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- there is nothing else without TLS
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
