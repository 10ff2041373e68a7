// Converts calls with their arguments to writes for the outbox.
import { sentParts, urlOf, type CalledEndpoint, type CallArgs, type Method, type Waits } from '#shared/contract/endpoint.ts';
import type { Fields } from '#client/offline/database-schema.ts';
import type { NewUpload } from './upload-rows.ts';
import type { KeyedWrite } from './outbox-entries.ts';

/** The properties of an endpoint that the worker has too. */
interface WaitingCall<P, Q, B> {
  readonly method: Method;
  /** The path with the values of its parameters, and the query. */
  readonly path: string;
  readonly waits: Waits<P, Q, B, string>;
}

export interface WriteOptions {
  /** The member who writes. The write is sent only in their session. */
  readonly profile: string;
  /** The name of the write on screens while it waits, or after it was refused. */
  readonly label: string;
  /** The ETag of the state that was changed. If the state has changed since, the server answers 412. */
  readonly version?: string | null;
  /**
   * The changed fields with their values in that state. With them, after a 412, the fields that nobody else changed are sent again
   * without asking.
   */
  readonly base?: Fields;
  /** Pictures that are uploaded before it is sent. */
  readonly uploads?: readonly NewUpload[];
}

export function writeOf<E extends CalledEndpoint>(endpoint: E, args: CallArgs<E>, options: WriteOptions): KeyedWrite {
  const { method, path, waits }: CalledEndpoint = endpoint;
  const { params, query } = sentParts(args);
  if (waits === undefined) throw new Error(`The contract does not let ${method} ${path} wait.`);
  return newWrite({ method, path: urlOf(path, params, query), waits }, args, options);
}

export function newWrite<P, Q, B>(
  { method, path, waits }: WaitingCall<P, Q, B>,
  args: { readonly params?: P; readonly query?: Q; readonly body?: B },
  { profile, label, version, base, uploads }: WriteOptions,
): KeyedWrite {
  // The cast is safe, because the parts that are missing are those that the call does not have.
  const id = waits.per?.(args as { params: P; query: Q; body: B });
  return {
    key: crypto.randomUUID(),
    profile,
    queue: id === undefined ? waits.queue : `${waits.queue}:${id}`,
    sendsEvery: waits.sendsEvery === true,
    method,
    path,
    body: args.body ?? null,
    label,
    version: version ?? null,
    base: base ?? null,
    keeps: waits.replyCache ?? null,
    goneMeansDone: waits.goneMeansDone ?? null,
    ...(uploads === undefined ? {} : { uploads }),
  };
}
