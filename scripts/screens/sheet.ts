// Draws a contact sheet of a screen, with a row for each size and scheme, a column for each state, and labels on all cells.
import sharp, { type OverlayOptions } from 'sharp';

export interface Shot {
  readonly row: string;
  readonly column: string;
  readonly png: Buffer;
}

const cellPx = 320;
const gapPx = 16;
const labelPx = 26;

/** Returns the bytes of a PNG. Rows and columns are in the order in which their names first appear. */
export async function contactSheet(title: string, shots: readonly Shot[]): Promise<Buffer> {
  const columns = [...new Set(shots.map(({ column }) => column))];
  const rows = [...new Set(shots.map(({ row }) => row))];
  const parts: OverlayOptions[] = [label(title, gapPx, 4, 20, columns.length * (cellPx + gapPx))];
  let top = labelPx + gapPx;
  for (const row of rows) {
    let tallest = 0;
    for (const shot of shots.filter((one) => one.row === row)) {
      const left = gapPx + columns.indexOf(shot.column) * (cellPx + gapPx);
      const { data, info } = await sharp(shot.png).resize({ width: cellPx }).png().toBuffer({ resolveWithObject: true });
      parts.push(label(`${shot.column}, ${row}`, left, top, 14), { input: data, left, top: top + labelPx });
      tallest = Math.max(tallest, info.height);
    }
    top += labelPx + tallest + gapPx;
  }
  const width = gapPx + columns.length * (cellPx + gapPx);
  return sharp({ create: { width, height: top, channels: 3, background: '#8a8f98' } })
    .composite(parts)
    .png({ compressionLevel: 6 })
    .toBuffer();
}

function label(text: string, left: number, top: number, sizePx: number, width = cellPx): OverlayOptions {
  const words = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${labelPx}"><text x="0" y="${labelPx - 7}" font-family="sans-serif" font-size="${sizePx}" fill="#111">${words}</text></svg>`;
  return { input: Buffer.from(svg), left, top };
}
