// What the table of all calls is made of: a row for each field that takes an id, and the answers most rows have in common.
import type { AnyEndpoint, Who } from '#shared/contract/endpoint.ts';

/** What an id stands for: a profile, or something of that profile's. */
export type Thing =
  | 'profile'
  | 'picture'
  | 'private picture'
  | 'received message'
  | 'broadcast'
  | 'notification'
  | 'session'
  | 'round'
  | 'picture to crop'
  | 'proposed crop'
  | 'jury seat'
  | 'decision'
  | 'referred case';

/** Whose id a caller names: blocked is somebody who blocks him, blocking somebody whom he blocks. */
export const targets = ['own', 'other', 'blocked', 'blocking', 'unknown', 'malformed', 'huge'] as const;
export type Target = (typeof targets)[number];
type Answers = Readonly<Record<Target, number>>;

export interface Asked {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly form?: Readonly<Record<string, string | { bytes: Buffer; name: string; type: string }>>;
}

export interface Row {
  readonly call: AnyEndpoint;
  /** Tells apart the rows of one call that differ in which field has the id. */
  readonly field?: string;
  /** Absent: members. */
  readonly who?: Who;
  /** The caller's session or account is gone after it. */
  readonly endsCaller?: true;
  /** Absent: a profile. */
  readonly names?: Thing;
  readonly ask: (id: string, caller: { readonly profileId: string }) => Asked;
  /** The status for each kind of id, or the one status of a call that names nobody. */
  readonly answers: Answers | number;
}

export const wrongForm = { malformed: 400, huge: 400 } as const;
/** A thing of the caller's own; to everybody else it is as if it never was. */
export const ownOnly = (status: number) => ({ own: status, other: 404, blocked: 404, blocking: 404, unknown: 404 }) as const;
/** The acting profile: profile ids are public, so that a refusal tells nothing. */
export const actor = (status: number) => ({ own: status, other: 403, blocked: 403, blocking: 403, unknown: 403 }) as const;
/** A list or state that is empty for those who are apart. */
export const anybody = { own: 200, other: 200, blocked: 200, blocking: 200, unknown: 200 } as const;

export const unknownId = '00000000-0000-4000-8000-000000000000';
export const nothing = (): Asked => ({});
export const byId = (id: string): Asked => ({ params: { id } });
