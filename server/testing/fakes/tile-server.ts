// A tile server for tests on a free local port, which records its requests.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import sharp from 'sharp';

export interface TestTileServer {
  /** The URL in the form that the settings expect. */
  readonly urlTemplate: string;
  readonly asked: { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  /** Answers the next requests; by default with a plain green tile. */
  answer: (response: ServerResponse, headers: IncomingHttpHeaders, url: string) => void | Promise<void>;
  close(): Promise<void>;
}

export async function startTileServer(): Promise<TestTileServer> {
  const green = await pictureOf('#2e7d32');
  const sockets = createServer((request, response) => {
    const url = request.url ?? '';
    running.asked.push({ url, headers: request.headers });
    void running.answer(response, request.headers, url);
  });
  await new Promise<void>((resolve) => sockets.listen(0, '127.0.0.1', resolve));
  const address = sockets.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const running: TestTileServer = {
    urlTemplate: `http://127.0.0.1:${port}/tiles/{z}/{x}/{y}.png?key=secret`,
    asked: [],
    answer: (response) => void response.setHeader('content-type', 'image/png').end(green),
    async close() {
      sockets.closeAllConnections();
      await new Promise((resolve) => sockets.close(resolve));
    },
  };
  return running;
}

/** A tile of one colour, as PNG. */
export const pictureOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer();
