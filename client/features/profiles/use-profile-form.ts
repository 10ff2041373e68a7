// The state of the profile form: input that is not saved, saving through the outbox, errors and conflicts.
import { t } from '#client/device/texts.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { reachability } from '#client/net/reachability.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { isConflict, type OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { useStore } from '#client/device/store.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { useWhenLeft } from '#client/ui/use-when-left.ts';
import {
  changedFields,
  validationErrors,
  fieldOfProblem,
  isFormField,
  formFieldsOf,
  without,
  withoutStored,
  type FieldErrors,
  type FormFields,
} from './profile-fields.ts';
import { conflictsOf, profileQueue, discardConflicts, withWrites, type ProfileConflict } from '#client/people/profile-writes.ts';
import { useChangeProfile } from '#client/people/profiles.queries.ts';

/** `stored` comes from the server. `profile` also has the changes that were not sent. */
export function useProfileForm(profile: Profile, stored: Profile) {
  const [input, setInput] = useState<Partial<FormFields>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [saveError, setSaveError] = useState<string | null>(null);
  const [isSaved, showSaved] = useTimed(limits.profileSavedNoticeMs);
  const changing = useChangeProfile();
  const writes = useProfileWrites();
  const saved = withWrites(profile, writes.failed);
  const fields = { ...saved, ...input };

  useDelivered((body) => {
    if (!Object.keys(body).some(isFormField)) return;
    // The focused field keeps its input, because it must not change while the member types.
    const focusedName = document.activeElement?.getAttribute('name') ?? null;
    setInput((current) => withoutStored(current, body, focusedName));
    showSaved();
  });

  const change = (part: Partial<FormFields>): void => {
    setInput((current) => ({ ...current, ...part }));
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))));
  };

  const write = async (changes: Partial<FormFields>): Promise<void> => {
    setSaveError(null);
    try {
      const { isQueued } = await changing.mutateAsync(() => changes);
      if (isQueued) return await discardConflicts(stored.id, Object.keys(changes));
      setInput((current) => withoutStored(current, changes, null));
      showSaved();
    } catch (error) {
      const field = error instanceof Refused ? fieldOfProblem(error.code) : null;
      if (field === null) setSaveError(saveErrorText(error));
      else setErrors((current) => ({ ...current, [field]: error instanceof Error ? error.message : '' }));
    }
  };

  /** Saves all valid input. Returns the errors, and whether there was nothing to save. */
  const saveValid = (latest: Partial<FormFields> = {}): { readonly found: FieldErrors; readonly isUnchanged: boolean } => {
    const all = { ...input, ...latest };
    const found = validationErrors({ ...formFieldsOf(saved), ...all });
    setErrors(found);
    // While the server has no name, it refuses every change.
    if (found.profilename !== undefined && saved.profilename === '') return { found, isUnchanged: false };
    const changes = without(changedFields(saved, all), Object.keys(found));
    const isUnchanged = Object.keys(changes).length === 0;
    if (!isUnchanged) void write(changes);
    return { found, isUnchanged };
  };

  const save = (latest?: Partial<FormFields>): void => void saveValid(latest);

  /**
   * Saves for the member, who waits for an answer: refused writes are sent again, and the notice appears even if nothing changed.
   */
  const saveAndConfirm = (): void => {
    const { found, isUnchanged } = saveValid();
    if (!isUnchanged) return;
    if (writes.failed.length > 0) for (const { id } of writes.failed) void outbox.retry(id);
    else if (Object.keys(found).length === 0 && !writes.isWaiting) showSaved();
  };

  const choose = ({ field, mine }: ProfileConflict, isMine: boolean): void => {
    setInput((current) => without(current, [field]));
    if (isMine) void write({ [field]: mine });
    else void discardConflicts(stored.id, [field]).catch((error: unknown) => setSaveError(saveErrorText(error)));
  };

  useWhenLeft(() => {
    if (Object.keys(input).length > 0) save();
  });

  return {
    fields,
    errors: { ...rejectedFields(writes.failed, fields), ...errors },
    error: saveError ?? rejectionMessage(writes.failed),
    conflicts: conflictsOf(writes.entries, stored),
    choose,
    isSaved,
    hasUnsaved: Object.keys(changedFields(saved, input)).length > 0 || writes.failed.length > 0,
    isSaving: changing.isPending || (writes.isPending && !writes.isWaiting),
    isWaiting: writes.isWaiting,
    change,
    save,
    saveAndConfirm,
  };
}

type Entries = ReturnType<typeof usePending>;

function useProfileWrites() {
  const entries = usePending(changesFormFields);
  const { isLost } = useStore(reachability);
  const isPending = entries.some(({ state }) => state !== 'failed');
  return {
    entries,
    /** Refused writes and conflicts. Their input stays in the form. */
    failed: entries.filter(({ state }) => state === 'failed'),
    isPending,
    isWaiting: isPending && isLost,
  };
}

function useDelivered(callback: (body: object) => void): void {
  const delivered = useEffectEvent(callback);
  useEffect(() => outbox.onDelivered(({ queue, body }) => queue === profileQueue && delivered(Object(body))), []);
}

/** The server's errors, for fields that were not edited since. */
function rejectedFields(failed: Entries, fields: Partial<FormFields>): FieldErrors {
  const errors = failed.flatMap(({ reason, body }) => {
    const field = fieldOfProblem(reason?.code ?? '');
    const isUnchanged = field !== null && Reflect.get(Object(body), field) === fields[field];
    return isUnchanged && reason !== null ? [[field, reason.message]] : [];
  });
  return Object.fromEntries(errors);
}

function rejectionMessage(failed: Entries): string | null {
  const entry = failed.find((one) => !isConflict(one) && fieldOfProblem(one.reason?.code ?? '') === null);
  return entry?.reason ? t('Your profile could not be saved. {reason}', { reason: entry.reason.message }) : null;
}

function saveErrorText(error: unknown): string {
  if (error instanceof ConnectionLost)
    return t('You are offline. Your changes are still here: save them again when you are back online.');
  return t('Your profile could not be saved. {reason}', { reason: error instanceof Error ? error.message : '' });
}

/** False for changes of pictures, which have their own notices. */
const changesFormFields = ({ queue, body }: OutboxEntry): boolean =>
  queue === profileQueue && Object.keys(Object(body)).some(isFormField);
