// Button that opens the form of a bot, of which a strategy's has the name alone.

import type { Bot } from '@tidemill/client';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { BOTS } from '../../words/bots.ts';
import { EditBotDialog } from './edit-bot-dialog.tsx';

export function RenameBot({ bot }: { readonly bot: Bot }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button isSmall onPress={() => setIsOpen(true)}>
        {BOTS.rename}
      </Button>
      {isOpen ? <EditBotDialog bot={bot} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
