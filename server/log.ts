// The server's log. Of errors it has only type, message, stack, code and causes: their other properties can contain a member's data.
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

const maxCauses = 5;

/** PostgreSQL, for example, adds a whole row to an error, and Redis the arguments of the command. */
function describeError(error: unknown, causesLeft = maxCauses): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name: type, message, stack, cause } = error;
  const code: unknown = Reflect.get(error, 'code');
  return {
    type,
    message,
    stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause === undefined || causesLeft === 0 ? {} : { cause: describeError(cause, causesLeft - 1) }),
  };
}

const options = {
  redact: [
    'req.headers.cookie',
    'req.headers.authorization',
    'req.headers["x-lock-proof"]',
    'headers.cookie',
    'password',
    'token',
    'body',
  ],
  base: null,
  serializers: { err: (error: unknown) => describeError(error) },
} satisfies LoggerOptions;

/** Writes to the standard output by default. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  destination === undefined ? pino({ ...options, level }) : pino({ ...options, level }, destination);
