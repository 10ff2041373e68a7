// The query for passkeys, and mutations to add, rename and remove them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { passkeys, type PasskeyListed } from '#shared/contract/passkeys.ts';
import { createPasskey } from '#client/device/passkey-creation.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import { withRecentSignIn } from './sign-in-again.ts';

/** The key starts like that of the settings, so that both are refetched together. */
export const passkeysQuery = queryOptions({
  queryKey: [...settingsQuery.queryKey, 'passkeys'],
  queryFn: callAsQuery(passkeys.getPasskeys, {}),
  staleTime: 0,
});

export const removeAllPasskeys = () => withRecentSignIn('passkeys', () => call(passkeys.deletePasskeys, {}));

async function addPasskey(name: string): Promise<PasskeyListed> {
  const credential = await createPasskey(await withRecentSignIn('passkeys', () => call(passkeys.postOptions, {})));
  return withRecentSignIn('passkeys', () => call(passkeys.postPasskey, { body: { name, credential } }));
}

/** Mutations that show the server's answer at once, and refetch the list. */
export function usePasskeyChanges() {
  const queries = useQueryClient();
  const show = (change: (held: readonly PasskeyListed[]) => PasskeyListed[]): void =>
    void queries.setQueryData(passkeysQuery.queryKey, (held) => held && change(held));
  const onSettled = (): void => void queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  return {
    adding: useMutation({ mutationFn: addPasskey, onSuccess: (added) => show((held) => [added, ...held]), onSettled }),
    renaming: useMutation({
      mutationFn: ({ id, name }: { readonly id: string; readonly name: string }) =>
        call(passkeys.putPasskey, { params: { id }, body: { name } }),
      onSuccess: (renamed) => show((held) => held.map((one) => (one.id === renamed.id ? renamed : one))),
      onSettled,
    }),
    removing: useMutation({
      mutationFn: (id: string) => withRecentSignIn('passkeys', () => call(passkeys.deletePasskey, { params: { id } })),
      onSuccess: (_, removedId) => show((held) => held.filter(({ id }) => id !== removedId)),
      onSettled,
    }),
    removingAll: useMutation({ mutationFn: removeAllPasskeys, onSuccess: () => show(() => []), onSettled }),
  };
}
