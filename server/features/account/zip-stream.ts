// A zip that is made while it is read: one entry after the other, and nothing of it is kept.
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly path: string;
  /** Asked for when its turn comes, and only as fast as the zip is read. */
  readonly content: AsyncIterable<string | Buffer>;
  /** Is small already: packing it again would be work for nothing. */
  readonly isPacked?: boolean;
}

/** Breaks off with the error of an entry that can't be read. Destroying it ends the reading of the entries. */
export function zipStream(entries: AsyncIterable<ZipEntry>, madeMs: number): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);

  async function fill(): Promise<void> {
    for await (const { path, content, isPacked = false } of entries) {
      const source = Readable.from(content, { highWaterMark: 1 });
      const stop = () => source.destroy();
      output.once('close', stop);
      zip.addReadStream(source, path, { mtime: new Date(madeMs), compress: !isPacked });
      await finished(source);
      output.off('close', stop);
    }
    zip.end();
  }
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}
