// Commands that speak to services of others. Those without a service are accepted so that scripts
// run, without effect.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { numberParameter, quantityParameter } from '#commands/definition/define-parameter.ts';
import { SHARED_PARAMETERS } from '#commands/definition/shared-parameters.ts';

const { message } = SHARED_PARAMETERS;

const BROADCAST = {
  category: 'Social Media',
  parameters: [message],
  result: { kind: 'nothing' },
  reads: [],
  acts: ['log'],
} as const;

export const OUTSIDE_SERVICES = [
  {
    name: 'BroadcastToDiscord',
    ...BROADCAST,
    meaning: 'Sends a text to the channels of Discord that the owner of a live bot has.',
    example: "BroadcastToDiscord('done')",
  },
  {
    name: 'BroadcastToSlack',
    ...BROADCAST,
    meaning: 'Sends a text to the channels of Slack that the owner of a live bot has.',
    example: "BroadcastToSlack('done')",
  },
  {
    name: 'BroadcastToTelegram',
    ...BROADCAST,
    meaning: 'Sends a text to the channels of Telegram that the owner of a live bot has.',
    example: "BroadcastToTelegram('done')",
  },
  {
    name: 'BroadcastToTwitter',
    ...BROADCAST,
    meaning: 'Would post a text on Twitter.',
    example: "BroadcastToTwitter('done')",
    isInert: true,
    inertReason: 'There is no channel of Twitter; the text is written to the log of the bot.',
  },
  {
    name: 'SendNotification',
    category: 'Social Media',
    meaning: 'Sends a notice to the channels that the owner of a live bot has.',
    parameters: [
      { name: 'title', kind: 'string', meaning: 'Title of the notice.', isRequired: true },
      message,
    ],
    result: { kind: 'nothing' },
    reads: [],
    acts: ['log'],
    example: "SendNotification('Bot', 'done')",
  },
  {
    name: 'IsAbnormal',
    category: 'MAchine Learning',
    meaning: 'Would say whether the newest value of a series is out of the ordinary; always false.',
    parameters: [
      { name: 'dataset', kind: 'series', meaning: 'Series to test.', isRequired: true },
      numberParameter('multiplier', 'How sensitive it is, from 1 to 3.'),
    ],
    result: { kind: 'boolean' },
    reads: [],
    acts: [],
    example: 'local result = IsAbnormal(ClosePrices(), 2)',
    isInert: true,
    inertReason: 'The method belongs to a hosted model and is not public.',
  },
  {
    name: 'SimpleForecastBySsa',
    category: 'MAchine Learning',
    meaning: 'Would forecast a series by singular spectrum analysis; always an empty series.',
    parameters: [
      { name: 'dataset', kind: 'series', meaning: 'Series to forecast.', isRequired: true },
      quantityParameter('L', 'elements', 'Length of the window.'),
      quantityParameter('N', 'elements', 'How many elements are used.'),
      quantityParameter('forecastCount', 'elements', 'How many values to forecast.'),
    ],
    result: { kind: 'series' },
    reads: [],
    acts: [],
    example: 'local result = SimpleForecastBySsa(ClosePrices(), 30, 200, 5)',
    isInert: true,
    inertReason: 'The forecast belongs to a hosted model whose settings are not public.',
  },
] as const satisfies readonly CommandDefinition[];
