import { encode } from 'uqr';
import { html, ours, type SafeHtml } from './html.ts';

/** Light modules around the code, as readers need them. */
const QUIET = 4;

/** A QR code as one path of an inline SVG: no picture to load, and a few hundred bytes once compressed. */
export function qrCode(text: string, label: string): SafeHtml {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((line, y) => line.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#000" d="${ours(path)}"/></svg>`;
}
