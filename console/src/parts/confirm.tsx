// A question before something that cannot be taken back: it says what will happen.

import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { PARTS } from '../words/parts.ts';
import { Button } from './button.tsx';

type DialogFrameProps = {
  readonly title: string;
  /** A sheet comes from the bottom of phones; wide dialogs have room for two columns. */
  readonly look?: 'plain' | 'wide' | 'sheet';
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Dialog that closes by Escape and by a press beside it. */
export function DialogFrame({ title, look = 'plain', onClose, children }: DialogFrameProps) {
  return (
    <ModalOverlay
      className={look === 'sheet' ? 'veil veil-bottom' : 'veil'}
      isOpen
      isDismissable
      onOpenChange={(open) => open || onClose()}
    >
      <Modal>
        <Dialog className={look === 'plain' ? 'dialog' : `dialog dialog-${look}`}>
          <div className="dialog-body">
            <Heading slot="title">{title}</Heading>
            {children}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type ConfirmProps = {
  readonly title: string;
  readonly act: string;
  /** `main`: it is nothing to be afraid of. */
  readonly look?: 'danger' | 'main';
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function Confirm({
  title,
  act,
  look = 'danger',
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  return (
    <DialogFrame title={title} onClose={onClose}>
      <div className="soft stack-tight">{children}</div>
      <div className="dialog-foot">
        <Button onPress={onClose}>{PARTS.cancel}</Button>
        <Button
          look={look}
          onPress={() => {
            onConfirm();
            onClose();
          }}
        >
          {act}
        </Button>
      </div>
    </DialogFrame>
  );
}
