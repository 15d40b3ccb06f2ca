// A button that acts, and does nothing while it may not.

import type { ReactNode } from 'react';

type ButtonProps = {
  readonly children: ReactNode;
  readonly look?: 'main' | 'danger' | 'plain';
  readonly isSmall?: boolean;
  readonly isDisabled?: boolean;
  readonly type?: 'button' | 'submit';
  readonly onPress?: () => void;
};

export function Button(props: ButtonProps) {
  const { children, look, isSmall = false, isDisabled = false, type = 'button', onPress } = props;
  const names = ['button', look && `button-${look}`, isSmall && 'button-small'].filter(Boolean);
  return (
    <button type={type} className={names.join(' ')} disabled={isDisabled} onClick={onPress}>
      {children}
    </button>
  );
}
