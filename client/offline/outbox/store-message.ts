// The message with which a page that closes gives the worker what it has not stored.
import type { DataKeys } from '#client/device/data-keys.ts';
import type { Draft } from '#client/offline/cached-values.ts';
import type { NewWrite } from './outbox-entries.ts';

export type Unstored =
  | { readonly write: NewWrite }
  | { readonly draft: Draft; readonly profile: string; readonly conversation: string };

export type StoreMessage = Unstored & {
  readonly type: 'STORE';
  /** Null without a lock, when the worker has its own. */
  readonly keys: DataKeys | null;
};
