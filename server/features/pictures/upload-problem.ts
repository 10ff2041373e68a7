// The problem with which an upload is refused.
import { problem } from '#server/http/problems.ts';
import { PictureRefused, type PictureRefusal } from '#server/outside/picture-job.ts';

const refusals = {
  'not-a-picture': 'not-a-picture',
  'too-large': 'picture-too-large',
  'too-many-pixels': 'too-many-pixels',
  damaged: 'damaged-picture',
  'too-slow': 'picture-too-slow',
  'too-busy': 'overloaded',
} as const satisfies Record<PictureRefusal, string>;

/** Other errors stay as they are. */
export const uploadProblem = (error: unknown): unknown =>
  error instanceof PictureRefused ? problem(refusals[error.reason]) : error;
