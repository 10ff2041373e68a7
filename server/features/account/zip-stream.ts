// Generates a zip file while it is read, one entry after the other.
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly path: string;
  /** Read only as fast as the zip file is read. */
  readonly content: AsyncIterable<string | Buffer>;
  readonly isCompressed?: boolean;
}

/** Fails with the error of an entry that cannot be read. Destroying the stream stops reading the entries. */
export function zipStream(entries: AsyncIterable<ZipEntry>, createdMs: number): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);

  async function fill(): Promise<void> {
    for await (const { path, content, isCompressed = false } of entries) {
      const source = Readable.from(inTurns(content), { highWaterMark: 1 });
      const stop = () => source.destroy();
      output.once('close', stop);
      zip.addReadStream(source, path, { mtime: new Date(createdMs), compress: !isCompressed });
      await finished(source);
      output.off('close', stop);
    }
    zip.end();
  }
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}

/** Lets other calls run between the parts. Many short parts would otherwise be read without a pause. */
async function* inTurns(content: ZipEntry['content']): AsyncGenerator<string | Buffer> {
  for await (const part of content) {
    yield part;
    await nextTurn();
  }
}
