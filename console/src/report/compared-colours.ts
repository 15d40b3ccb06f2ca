// Colours of what is compared, distinct by day and by night.

export const COMPARED_COLOURS = [
  '#2f86c8',
  '#d0851a',
  '#9a5fd0',
  '#159a86',
  '#d0549e',
  '#7c9a2b',
] as const;
