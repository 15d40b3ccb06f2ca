// A text as a picture that telephones read. Dark on light in both schemes, because many cameras
// read nothing else.

import { encode } from 'uqr';

type Props = { readonly text: string; readonly label: string };

export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  );
}
