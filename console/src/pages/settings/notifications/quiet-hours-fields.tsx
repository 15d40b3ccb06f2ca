// Hours of the day in which nothing is sent, by the clock of a place.

import type { QuietHours } from '@tidemill/client';
import { TextInput } from '../../../parts/text-input.tsx';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

type Props = {
  /** Null: none. */
  readonly hours: QuietHours | null;
  readonly onChange: (hours: QuietHours | null) => void;
};

const NIGHT = { from: '22:00', to: '07:00' } as const;

export function QuietHoursFields({ hours, onChange }: Props) {
  const begin = (): QuietHours => ({
    ...NIGHT,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={hours !== null}
          onChange={(event) => onChange(event.target.checked ? begin() : null)}
        />
        <span>
          {NOTIFICATIONS.quietHours}
          <span className="hint check-note">{NOTIFICATIONS.nothingIsSentDuring}</span>
        </span>
      </label>
      {hours === null ? null : (
        <div className="row">
          <TextInput
            label={NOTIFICATIONS.from}
            field="quiet_hours/from"
            type="time"
            value={hours.from}
            onChange={(from) => onChange({ ...hours, from })}
          />
          <TextInput
            label={NOTIFICATIONS.toTitle}
            field="quiet_hours/to"
            type="time"
            value={hours.to}
            onChange={(to) => onChange({ ...hours, to })}
          />
          <TextInput
            label={NOTIFICATIONS.timeZone}
            field="quiet_hours/time_zone"
            value={hours.time_zone}
            onChange={(time_zone) => onChange({ ...hours, time_zone })}
          />
        </div>
      )}
    </>
  );
}
