// Adds the proof that the app lock is open to image requests, which a page cannot do. The worker asks the page for it each time.
import { lockProofHeader } from '#shared/rules/lock-proof.ts';

declare const self: {
  readonly clients: { get(id: string): Promise<Page | undefined> };
};

interface Page {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

interface PageRequest {
  readonly request: Request;
  /** The page that sent the request. Missing for requests of the worker itself. */
  readonly clientId?: string;
}

const answerTimeoutMs = 2_000;

/** A locked page answers without a proof, so that the server refuses the request. */
export async function fetchWithProof({ request, clientId }: PageRequest): Promise<Response> {
  const proof = request.headers.has(lockProofHeader) || clientId === undefined ? null : await proofOf(clientId);
  if (proof === null) return fetch(request, { cache: 'no-store' });
  const headers = new Headers(request.headers);
  headers.set(lockProofHeader, proof);
  return fetch(request.url, { headers, cache: 'no-store', signal: request.signal });
}

async function proofOf(clientId: string): Promise<string | null> {
  const page = await self.clients.get(clientId);
  if (page === undefined) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(typeof data === 'string' ? data : null);
    setTimeout(resolve, answerTimeoutMs, null);
    page.postMessage({ type: 'PROOF' }, [port2]);
  });
}
