// Messages to a channel: notices, each of one event, and how they read as plain text. Channels have
// forms of their own for the same parts.

import { timeOfDayAt } from '#domain/notification/quiet-hours.ts';

/** One event in words. */
export type Notice = {
  /** A line that says what happened: `Bot stopped: Averaging BTC`. */
  readonly title: string;
  /** More about it; null: the title says all. */
  readonly text: string | null;
  /** Where it happened: `Main account, Averaging BTC`; null: the title says so. */
  readonly context: string | null;
  readonly atMs: number;
  /** Of the page that shows it; null: the installation has no address. */
  readonly link: string | null;
};

export type NotificationMessage = {
  /** Oldest first; at least one. */
  readonly notices: readonly Notice[];
  /** What was left out, in words; null: nothing. */
  readonly more: string | null;
  /** Of the times in it; null: UTC. */
  readonly timeZone: string | null;
};

/** What it is about in one line. */
export function subjectOfMessage({ notices, more }: NotificationMessage): string {
  const title = notices[0]?.title ?? '';
  const others = notices.length - 1;
  if (others === 0 && more === null) return title;
  return others === 0 ? `${title}, and more` : `${title}, and ${others} more`;
}

/** A part of a message: some text, how it stands out, and where it leads. */
export type Span = {
  readonly text: string;
  readonly isStrong?: true;
  readonly link?: string;
};

/** The message in spans, with the lines between them. */
export function spansOf(message: NotificationMessage): readonly Span[] {
  const { notices, more, timeZone } = message;
  const isOne = notices.length === 1;
  const blocks = notices.map((notice) => spansOfNotice(notice, timeZone, isOne));
  if (more !== null) blocks.push([{ text: more }]);
  return blocks.flatMap((block, index) => (index === 0 ? block : [{ text: '\n\n' }, ...block]));
}

function spansOfNotice(
  { title, text, context, atMs, link }: Notice,
  timeZone: string | null,
  isOne: boolean,
): readonly Span[] {
  const spans: Span[] = [{ text: title, isStrong: true }];
  if (text !== null) spans.push({ text: `\n${text}` });
  const where = [context, timeOfDayAt(atMs, timeZone)].filter((part) => part !== null);
  spans.push({ text: `\n${where.join(', ')}` });
  if (link !== null)
    spans.push({ text: isOne ? '\n' : ' · ' }, { text: isOne ? 'Open in Tidemill' : 'Open', link });
  return spans;
}

/** For lists, and for channels that know nothing but text. */
export function plainTextOf(message: NotificationMessage): string {
  return spansOf(message)
    .map(({ text, link }) => (link === undefined ? text : `${text}: ${link}`))
    .join('');
}
