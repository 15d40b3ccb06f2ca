// Deletes a user once its name was typed: says what goes and what stays, and how far it is.

import { isProblem } from '@tidemill/client';
import type { User, UserDeletion } from '@tidemill/client';
import { useMutation } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { Button } from '../parts/button.tsx';
import { DialogFrame } from '../parts/confirm.tsx';
import { Done, Wrong } from '../parts/notice.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Time } from '../parts/widgets.tsx';
import { PEOPLE } from '../words/people.ts';

type Choices = { readonly cancelsOrders: boolean; readonly closesPositions: boolean };
const FIRST_CHOICES: Choices = { cancelsOrders: true, closesPositions: false };

type Props = {
  readonly user: User;
  readonly onClose: () => void;
  /** After each try, whether it ended or not. */
  readonly onTried: () => void;
};

export function DeleteUserDialog({ user, onClose, onTried }: Props) {
  // Stays while a further try is under way.
  const [report, setReport] = useState<UserDeletion>();
  const remove = useMutation({
    mutationFn: (choices: Choices) => deleteUser(user, choices),
    onSuccess: setReport,
    onSettled: onTried,
  });
  const { isPending } = remove;
  if (report?.is_deleted === true)
    return (
      <DialogFrame title={PEOPLE.isDeleted(user.name)} onClose={onClose}>
        <Done>{whatWasDone(report)}</Done>
        <div className="dialog-foot">
          <Button look="main" onPress={onClose}>
            {PEOPLE.done}
          </Button>
        </div>
      </DialogFrame>
    );
  return (
    <DialogFrame
      title={
        report === undefined ? PEOPLE.deleteTitle(user.name) : PEOPLE.isBeingDeleted(user.name)
      }
      onClose={onClose}
    >
      <Wrong error={remove.error} />
      {report === undefined ? (
        <DeletionForm
          user={user}
          isPending={isPending}
          onDelete={remove.mutate}
          onClose={onClose}
        />
      ) : (
        <HeldDeletion
          report={report}
          isPending={isPending}
          onRepeat={(changes) =>
            remove.mutate({ ...FIRST_CHOICES, ...remove.variables, ...changes })
          }
          onClose={onClose}
        />
      )}
    </DialogFrame>
  );
}

/** The service goes on by itself, so it may have ended meanwhile. */
async function deleteUser(user: User, choices: Choices): Promise<UserDeletion> {
  try {
    return await api.deleteUser({
      user_id: user.user_id,
      name: user.name,
      cancel_orders: choices.cancelsOrders,
      close_positions: choices.closesPositions,
    });
  } catch (error) {
    if (isProblem(error, 'user_not_found')) return ENDED_BEFORE;
    throw error;
  }
}

const ENDED_BEFORE: UserDeletion = {
  is_deleted: true,
  bots_stopped: 0,
  orders_cancelled: 0,
  orders_working: 0,
  closing_orders: 0,
  positions_left: 0,
  accounts_left: 0,
};

type FormProps = Pick<Props, 'user' | 'onClose'> & {
  readonly isPending: boolean;
  readonly onDelete: (choices: Choices) => void;
};

function DeletionForm({ user, isPending, onDelete, onClose }: FormProps) {
  const [typed, setTyped] = useState('');
  const [choices, setChoices] = useState(FIRST_CHOICES);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (typed === user.name) onDelete(choices);
  };
  return (
    <form className="stack" onSubmit={submit}>
      {user.deletion_began_at === null ? null : (
        <p className="soft">
          {PEOPLE.itsDeletionBegan} <Time at={user.deletion_began_at} ago />
          {PEOPLE.theServiceRetriesEvery}
        </p>
      )}
      <dl className="facts">
        <div>
          <dt>{PEOPLE.endsImmediately}</dt>
          <dd>{PEOPLE.itsSignInKeys}</dd>
        </div>
        <div>
          <dt>{PEOPLE.deletedForGood}</dt>
          <dd>{PEOPLE.itsBotsScriptsLabs}</dd>
        </div>
        <div>
          <dt>{PEOPLE.retainedWithoutTheName}</dt>
          <dd>{PEOPLE.ordersFillsBooksEquity}</dd>
        </div>
      </dl>
      <DeletionChoices choices={choices} onChange={setChoices} />
      <TextInput
        label={PEOPLE.typeToConfirm(user.name)}
        value={typed}
        onChange={setTyped}
        isFirst
      />
      <div className="dialog-foot">
        <Button onPress={onClose}>{PEOPLE.cancel}</Button>
        <Button look="danger" type="submit" isDisabled={isPending || typed !== user.name}>
          {isPending ? PEOPLE.deleting : PEOPLE.deleteTheUser}
        </Button>
      </div>
    </form>
  );
}

type ChoicesProps = {
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
};

function DeletionChoices({ choices, onChange }: ChoicesProps) {
  return (
    <fieldset className="checks">
      <legend>{PEOPLE.atTheExchanges}</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={choices.cancelsOrders || choices.closesPositions}
          disabled={choices.closesPositions}
          onChange={(event) => onChange({ ...choices, cancelsOrders: event.target.checked })}
        />
        {PEOPLE.cancelItsWorkingOrders}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={choices.closesPositions}
          onChange={(event) => onChange({ ...choices, closesPositions: event.target.checked })}
        />
        {PEOPLE.closeWhatItHolds}
      </label>
    </fieldset>
  );
}

type HeldProps = Pick<Props, 'onClose'> & {
  readonly report: UserDeletion;
  readonly isPending: boolean;
  /** With what was requested before, but for this. */
  readonly onRepeat: (changes: Partial<Choices>) => void;
};

function HeldDeletion({ report, isPending, onRepeat, onClose }: HeldProps) {
  return (
    <div className="stack">
      <p role="status">
        {PEOPLE.theUserCanNo} {whatWasDone(report)} {whatHolds(report)}
      </p>
      <p className="soft">{PEOPLE.theServiceRetriesEveryMinute}</p>
      <div className="dialog-foot">
        <Button onPress={onClose}>{PEOPLE.close}</Button>
        <Button
          isDisabled={isPending}
          onPress={() => onRepeat({ cancelsOrders: false, closesPositions: false })}
        >
          {PEOPLE.leaveItsOrders}
        </Button>
        <Button look="main" isDisabled={isPending} onPress={() => onRepeat({})}>
          {isPending ? PEOPLE.trying : PEOPLE.tryNow}
        </Button>
      </div>
    </div>
  );
}

function whatWasDone(report: UserDeletion): string {
  const { bots_stopped: bots, orders_cancelled: orders, closing_orders: closing } = report;
  const parts = [
    ...(bots > 0 ? [PEOPLE.stopped(counted(bots, 'bot'))] : []),
    ...(orders > 0 ? [PEOPLE.cancelled(counted(orders, 'order'))] : []),
    ...(closing > 0 ? [PEOPLE.sentToCloseWhat(counted(closing, PEOPLE.marketOrder))] : []),
  ];
  if (parts.length > 0) return `${parts.join(', ')}.`;
  return report.is_deleted ? PEOPLE.itsNameIsFree : '';
}

function whatHolds({
  orders_working: orders,
  accounts_left: accounts,
  positions_left: positions,
}: UserDeletion): string {
  if (accounts > 0) return PEOPLE.theExchangeDidNot(counted(accounts, 'account'));
  if (orders > 0) return PEOPLE.stillWork(counted(orders, 'order'));
  if (positions > 0) return PEOPLE.notClosed(positions);
  return PEOPLE.whatItMadeIs;
}

function counted(count: number, name: string): string {
  return count === 1 ? `1 ${name}` : `${count} ${name}s`;
}
