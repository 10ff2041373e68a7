// A zip stream that is made while it is read, one entry after the other, without storing any of it.
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly path: string;
  /** Read when its turn comes, and only as fast as the zip is read. */
  readonly content: AsyncIterable<string | Buffer>;
  /** Compressed already. */
  readonly isPacked?: boolean;
}

/** Fails with the error of an entry that can't be read. Destroying it stops reading the entries. */
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
