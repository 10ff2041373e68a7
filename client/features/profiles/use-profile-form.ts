// The state of the profile form: unsaved input, saving through the outbox, errors and conflicts.
import { useEffect, useRef, useState } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { reachability } from '#client/net/reachability.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { isConflict, type OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { useStore } from '#client/device/store.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import {
  changedPart,
  errorsOf,
  fieldOfProblem,
  isTypedField,
  typedFieldsOf,
  without,
  withoutStored,
  type FieldErrors,
  type TypedFields,
} from './profile-fields.ts';
import { conflictsOf, profileQueue, settleConflicts, withWrites, type ProfileConflict } from '#client/people/profile-writes.ts';
import { useChangeProfile } from '#client/people/profiles.queries.ts';

/** `stored` is from the server, `profile` the same with waiting changes applied. */
export function useProfileForm(profile: Profile, stored: Profile) {
  const [typed, setTyped] = useState<Partial<TypedFields>>({});
  const [wrong, setWrong] = useState<FieldErrors>({});
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isSaved, showSaved] = useTimed(limits.profileSavedNoticeMs);
  const changing = useChangeProfile();
  const writes = useProfileWrites();
  const there = withWrites(profile, writes.failed);
  const fields = { ...there, ...typed };

  useDelivered((body) => {
    if (!Object.keys(body).some(isTypedField)) return;
    // The focused field is not normalized while the member types.
    const focusedName = document.activeElement?.getAttribute('name') ?? null;
    setTyped((before) => withoutStored(before, body, focusedName));
    showSaved();
  });

  const change = (part: Partial<TypedFields>): void => {
    setTyped((before) => ({ ...before, ...part }));
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
  };

  const write = async (changes: Partial<TypedFields>): Promise<void> => {
    setTrouble(null);
    try {
      const { isKept } = await changing.mutateAsync(() => changes);
      if (isKept) return await settleConflicts(stored.id, Object.keys(changes));
      setTyped((before) => withoutStored(before, changes, null));
      showSaved();
    } catch (error) {
      const field = error instanceof Refused ? fieldOfProblem(error.code) : null;
      if (field === null) setTrouble(troubleWords(error));
      else setWrong((before) => ({ ...before, [field]: error instanceof Error ? error.message : '' }));
    }
  };

  /** Saves all valid input. With `mustAnswer`, for the Save button, confirms even if nothing changed. */
  const save = (now: Partial<TypedFields> = {}, mustAnswer = false): void => {
    const all = { ...typed, ...now };
    const found = errorsOf({ ...typedFieldsOf(there), ...all });
    setWrong(found);
    // Without a name the server refuses everything.
    if (found.profilename !== undefined) return;
    const changes = without(changedPart(there, all), Object.keys(found));
    if (Object.keys(changes).length > 0) void write(changes);
    else if (writes.failed.length > 0 && mustAnswer) for (const { id } of writes.failed) void outbox.retry(id);
    else if (mustAnswer && Object.keys(found).length === 0 && !writes.isWaiting) showSaved();
  };

  const choose = ({ field, mine }: ProfileConflict, isMine: boolean): void => {
    setTyped((before) => without(before, [field]));
    if (isMine) void write({ [field]: mine });
    else void settleConflicts(stored.id, [field]);
  };

  useWhenLeft(() => {
    if (Object.keys(typed).length > 0) save();
  });

  return {
    fields,
    errors: { ...refusalsOf(writes.failed, fields), ...wrong },
    trouble: trouble ?? troubleIn(writes.failed),
    conflicts: conflictsOf(writes.entries, stored),
    choose,
    isSaved,
    isSaving: changing.isPending || (writes.isUnderWay && !writes.isWaiting),
    isWaiting: writes.isWaiting,
    change,
    save,
  };
}

type Entries = ReturnType<typeof usePending>;

function useProfileWrites() {
  const entries = usePending(changesWords);
  const { isLost } = useStore(reachability);
  const isUnderWay = entries.some(({ state }) => state !== 'failed');
  return {
    entries,
    /** Refused writes and conflicts: the input is still shown. */
    failed: entries.filter(({ state }) => state === 'failed'),
    isUnderWay,
    isWaiting: isUnderWay && isLost,
  };
}

function useDelivered(callback: (body: object) => void): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => outbox.onDelivered(({ queue, body }) => queue === profileQueue && latest.current(Object(body))), []);
}

/** Going back and closing the app leave a field without a blur event. */
function useWhenLeft(callback: () => void): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => {
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') latest.current();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      latest.current();
    };
  }, []);
}

/** The server's refusals of fields that have not changed since. */
function refusalsOf(failed: Entries, fields: Partial<TypedFields>): FieldErrors {
  const refusals = failed.flatMap(({ reason, body }) => {
    const field = fieldOfProblem(reason?.code ?? '');
    const isUnchanged = field !== null && Reflect.get(Object(body), field) === fields[field];
    return isUnchanged && reason !== null ? [[field, reason.message]] : [];
  });
  return Object.fromEntries(refusals);
}

function troubleIn(failed: Entries): string | null {
  const entry = failed.find((one) => !isConflict(one) && fieldOfProblem(one.reason?.code ?? '') === null);
  return entry?.reason ? `Your profile could not be saved. ${entry.reason.message}` : null;
}

function troubleWords(error: unknown): string {
  if (error instanceof ConnectionLost)
    return 'You are offline. What you typed stays here: save it again when you are back online.';
  return `Your profile could not be saved. ${error instanceof Error ? error.message : ''}`;
}

/** Changes of pictures have their own notices. */
const changesWords = ({ queue, body }: OutboxEntry): boolean =>
  queue === profileQueue && Object.keys(Object(body)).some(isTypedField);
