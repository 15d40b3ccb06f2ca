// Asks before a text that was not saved is left, by a link as well as by closing the page.

import { useBlocker } from '@tanstack/react-router';
import { Confirm } from '../parts/confirm.tsx';
import { SCRIPTS } from '../words/scripts.ts';

type Props = { readonly name: string; readonly isChanged: boolean };

export function LeaveWarning({ name, isChanged }: Props) {
  const blocker = useBlocker({
    // Its other parts are on the same page.
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Confirm
      title={SCRIPTS.leaveWithoutSaving(name)}
      act={SCRIPTS.leave}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      {SCRIPTS.yourUnsavedChangesWill}
    </Confirm>
  );
}
