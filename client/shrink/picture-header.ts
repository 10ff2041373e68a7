// Reads the format and size of a picture from the first bytes of its file.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PictureHeader {
  /** Null for all other formats. */
  readonly format: 'jpeg' | 'png' | 'webp' | 'heic' | null;
  /** As stored, before any rotation. Null if the header does not contain it. */
  readonly size: Size | null;
}

/** The brands of HEIF files. An AVIF file names AVIF before any of these. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

export function readHeader(buffer: ArrayBuffer): PictureHeader {
  const view = new DataView(buffer);
  try {
    return headerOf(view);
  } catch (error) {
    // The file ends within its header.
    if (error instanceof RangeError) return { format: null, size: null };
    throw error;
  }
}

function headerOf(view: DataView): PictureHeader {
  if (view.getUint16(0) === 0xff_d8) return { format: 'jpeg', size: jpegSize(view) };
  if (textAt(view, 1, 3) === 'PNG') return { format: 'png', size: { width: view.getUint32(16), height: view.getUint32(20) } };
  if (textAt(view, 0, 4) === 'RIFF' && textAt(view, 8, 4) === 'WEBP') return { format: 'webp', size: webpSize(view) };
  const isHeic = textAt(view, 4, 4) === 'ftyp' && heicBrands.includes(textAt(view, 8, 4));
  return { format: isHeic ? 'heic' : null, size: null };
}

/** Read from the frame header, which follows the metadata. */
function jpegSize(view: DataView): Size | null {
  for (let at = 2; at + 8 < view.byteLength;) {
    const marker = view.getUint16(at);
    if (marker < 0xff_00) return null;
    const isFrame = marker >= 0xff_c0 && marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // There may be any number of 0xff bytes before a marker.
    at += marker === 0xff_ff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view: DataView): Size | null {
  const kind = textAt(view, 12, 4);
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 };
  }
  const uint24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
  return kind === 'VP8X' ? { width: uint24(24) + 1, height: uint24(27) + 1 } : null;
}

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));
