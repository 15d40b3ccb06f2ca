// The head of a script's page: what is done with the script as a whole, the warning before changes
// are left, and the dialog that renames it.

import type { ScriptDetail } from '@tidemill/client';
import { useState } from 'react';
import { Wrong } from '../parts/notice.tsx';
import { LeaveWarning } from './leave-warning.tsx';
import { RenameScriptDialog } from './rename-script-dialog.tsx';
import type { useSaveScript } from './save-script.ts';
import { ScriptHead } from './script-head.tsx';

type Props = {
  readonly script: ScriptDetail;
  readonly isReadOnly: boolean;
  readonly isChanged: boolean;
  readonly save: ReturnType<typeof useSaveScript>;
  readonly source: string;
};

export function WorkbenchHead({ script, isReadOnly, isChanged, save, source }: Props) {
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <>
      <ScriptHead
        script={script}
        isReadOnly={isReadOnly}
        isChanged={isChanged}
        isSaving={save.isPending}
        onRename={() => setIsRenaming(true)}
        onSave={() => save.mutate(source)}
      />
      <LeaveWarning name={script.name} isChanged={isChanged} />
      {isRenaming ? (
        <RenameScriptDialog script={script} onClose={() => setIsRenaming(false)} />
      ) : null}
      <Wrong error={save.error} />
    </>
  );
}
