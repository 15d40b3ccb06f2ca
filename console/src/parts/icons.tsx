// The signs of the places, drawn here so that nothing is loaded for them.

const PATHS = {
  home:
    'M3.5 10.500 12 4l8.500 6.500V19' +
    'a1.500 1.500 0 0 1-1.500 1.500h-4V15H9v5.500H5A1.500 1.500 0 0 1 3.500 19z',
  accounts:
    'M3.500 7.500A2 2 0 0 1 5.500 5.500h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2zM3.500 10h17M15.500 14.500h2',
  markets: 'M6 4v3m0 7v5M4 7h4v7H4zM12 3v4m0 8v4M10 7h4v8h-4zM18 6v3m0 6v5M16 9h4v6h-4z',
  bots:
    'M12 4.500v3M6.500 7.500h11a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-7' +
    'a2 2 0 0 1 2-2zM9 12v2M15 12v2M2.500 12v2.500M21.500 12v2.500',
  scripts: 'M8.500 8 4.500 12l4 4M15.500 8l4 4-4 4M13.500 5.500l-3 13',
  backtests: 'M4 4v16h16M7.500 15.500l4-5 3 3 5-7',
  labs:
    'M9.500 4h5M10.500 4v5.500L5.500 18a1.600 1.600 0 0 0 1.400 2.500h10.200' +
    'a1.600 1.600 0 0 0 1.400-2.500l-5-8.500V4M8 14.500h8',
  series: 'M4 17h4v-6h5V7h4v6h3M4 20.500h16',
  search: 'M10.500 4.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5',
  more:
    'M4.500 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0z' +
    'M17.500 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0z',
  audit: 'M6 3.500h8.500L19 8v12.500H6zM14 3.500V8.500h5M9 12.500h7M9 16h7',
  users:
    'M9 5a3.250 3.250 0 1 0 0 6.500A3.250 3.250 0 0 0 9 5zM3 19.500c0-3.300 2.700-5.500 6-5.500s6 2.200 6 5.500M15.500 5.300a3.100 3.100 0 0 1 0 6M17.500 14.300c2.200.700 3.500 2.600 3.500 5.200',
  partner: 'M12 3.500 20 8v8l-8 4.500L4 16V8zM12 3.500V12M12 12l8-4M12 12 4 8M12 12v8.500',
  operator:
    'M4 5h16v5.500H4zM4 13.500h16V19H4zM7.500 7.700h.100M7.500 16.200h.100M11 7.700h6M11 16.200h6',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 12h2M18 12h2M12 4v2M12 18v2M6.300 6.300l1.500 1.500M16.200 16.200l1.500 1.500M6.300 17.700l1.500-1.500M16.200 7.800l1.500-1.500',
} as const;

export type IconName = keyof typeof PATHS;

/** Sign of a place, without a name for those who listen: its text stands beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
