// Hours of the day in which nothing is sent, by the clock of a place.

import type { QuietHours } from '@tidemill/client';
import { TextInput } from '../../../parts/text-input.tsx';

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
          Quiet hours
          <span className="hint check-note">
            Nothing is sent during these hours; messages arrive when they end.
          </span>
        </span>
      </label>
      {hours === null ? null : (
        <div className="row">
          <TextInput
            label="From"
            field="quiet_hours/from"
            type="time"
            value={hours.from}
            onChange={(from) => onChange({ ...hours, from })}
          />
          <TextInput
            label="To"
            field="quiet_hours/to"
            type="time"
            value={hours.to}
            onChange={(to) => onChange({ ...hours, to })}
          />
          <TextInput
            label="Time zone"
            field="quiet_hours/time_zone"
            value={hours.time_zone}
            onChange={(time_zone) => onChange({ ...hours, time_zone })}
          />
        </div>
      )}
    </>
  );
}
