// Types and common statuses of the access table, which has a row per id field of a call.
import type { AnyEndpoint, Who } from '#shared/contract/endpoint.ts';

/** The kind of entity that an id names. */
export type Thing =
  | 'profile'
  | 'picture'
  | 'private picture'
  | 'picture of a conversation'
  | 'received message'
  | 'received picture to view once'
  | 'broadcast'
  | 'notification'
  | 'session'
  | 'passkey'
  | 'round'
  | 'picture to crop'
  | 'proposed crop'
  | 'jury seat'
  | 'decision'
  | 'referred case';

/**
 * Whose id it is: the caller's, another member's, of a member by whom the caller is `blocked` or whom they are `blocking`; the last
 * three are nobody's.
 */
export const targets = ['own', 'other', 'blocked', 'blocking', 'unknown', 'malformed', 'huge'] as const;
export type Target = (typeof targets)[number];
type Answers = Readonly<Record<Target, number>>;

export interface RequestParts {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly form?: Readonly<Record<string, string | { bytes: Buffer; name: string; type: string }>>;
}

export interface Row {
  readonly call: AnyEndpoint;
  /** The id field, for calls with several rows. */
  readonly field?: string;
  /** Default: members. */
  readonly who?: Who;
  /** Ends the caller's session or account, or locks it. */
  readonly endsCaller?: true;
  /** What the id names. Default: a profile. */
  readonly names?: Thing;
  readonly ask: (id: string, caller: { readonly profileId: string }) => RequestParts;
  /** The status for each kind of id, or the single status of a call without ids. */
  readonly answers: Answers | number;
}

export const wrongForm = { malformed: 400, huge: 400 } as const;
/** An entity of the caller; it does not exist for others. */
export const ownOnly = (status: number) => ({ own: status, other: 404, blocked: 404, blocking: 404, unknown: 404 }) as const;
/** The acting profile: profile ids are public, so a refusal discloses nothing. */
export const actor = (status: number) => ({ own: status, other: 403, blocked: 403, blocking: 403, unknown: 403 }) as const;
/** A list or state that is empty for members who are hidden from each other. */
export const anybody = { own: 200, other: 200, blocked: 200, blocking: 200, unknown: 200 } as const;

export const unknownId = '00000000-0000-4000-8000-000000000000';
export const nothing = (): RequestParts => ({});
export const byId = (id: string): RequestParts => ({ params: { id } });

export const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;
export const rowNameOf = ({ call, field }: Row): string => `${nameOf(call)}${field === undefined ? '' : ` (${field})`}`;
