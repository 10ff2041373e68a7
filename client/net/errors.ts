// The three errors that a call can throw.
import { isTemporaryStatus } from '#shared/rules/temporary-status.ts';

/** There was no response: the device is offline, or the server cannot be reached. The server may still have handled the call. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The server refused the call with a status from 400 to 499. Members may read the message. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly statusText: string;
  readonly code: string;
  readonly retryAfterMs: number | null;

  constructor(answer: ErrorResponse) {
    super(answer.message);
    this.status = answer.status;
    this.statusText = answer.statusText;
    this.code = answer.code;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** The server answered with a status of 500 or above. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly status: number;
  readonly statusText: string;
  readonly retryAfterMs: number | null;

  constructor(answer: ErrorResponse) {
    super(answer.message);
    this.status = answer.status;
    this.statusText = answer.statusText;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

export interface ErrorResponse {
  readonly status: number;
  readonly statusText: string;
  readonly code: string;
  readonly message: string;
  readonly retryAfterMs: number | null;
}

/** True for errors that ask the client to try again later. */
export const isTemporaryRefusal = (error: unknown): boolean =>
  (error instanceof Refused && isTemporaryStatus(error.status)) || (error instanceof ServerError && error.status === 503);

/** A `retry` of queries that repeats only server errors, and no refusals. */
export const retryServerErrors = (failures: number, error: Error): boolean => error instanceof ServerError && failures < 2;
