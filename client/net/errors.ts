// The ways a call can fail, as classes that screens tell apart with instanceof.

/** No answer came: the device is offline or the server can't be reached. Nothing is known about what the server did. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The server answered that it won't: a status from 400 to 499 with its code and the sentence for people. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly statusText: string;
  readonly code: string;
  readonly retryAfterMs: number | null;

  constructor(answer: FailedAnswer) {
    super(answer.message);
    this.status = answer.status;
    this.statusText = answer.statusText;
    this.code = answer.code;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

/** The server answered with a status from 500 on. */
export class ServerTrouble extends Error {
  override readonly name = 'ServerTrouble';
  readonly status: number;
  readonly statusText: string;
  readonly retryAfterMs: number | null;

  constructor(answer: FailedAnswer) {
    super(answer.message);
    this.status = answer.status;
    this.statusText = answer.statusText;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

export interface FailedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly code: string;
  readonly message: string;
  readonly retryAfterMs: number | null;
}

/** Whether the server asked to come back later (429, 503), which a background poll takes as no failure at all. */
export const isLater = (error: unknown): boolean =>
  (error instanceof Refused && error.status === 429) || (error instanceof ServerTrouble && error.status === 503);
