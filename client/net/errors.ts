// The three errors of a failed call.

/** No response: the device is offline or the server unreachable. The server may have handled the call nevertheless. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The server refused the call with a status from 400 to 499; the message is meant for members. */
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

/** True for 429 and 503, which ask the client to retry later; background polls ignore them. */
export const isTemporaryRefusal = (error: unknown): boolean =>
  (error instanceof Refused && error.status === 429) || (error instanceof ServerError && error.status === 503);

/** For `retry`: a missing position would still be missing, and without a connection the screen says so immediately. */
export const retryServerErrors = (failures: number, error: Error): boolean => error instanceof ServerError && failures < 2;
