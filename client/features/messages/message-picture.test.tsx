// Which pictures of the member's own messages are shown while private pictures are switched off.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { MessagePicture } from './MessagePicture.tsx';

vi.mock(import('#client/device/session-record.ts'), async (original) => ({
  ...(await original()),
  useOwnProfileId: () => 'ada',
}));

const hint = 'Turn on NSFW pictures to see private ones.';

function shown(id: string, profile?: { readonly profilePicIds: string[]; readonly profilePicIdsPrivate: string[] }) {
  const queries = new QueryClient();
  if (profile !== undefined) queries.setQueryData<unknown>(profileQuery('ada').queryKey, profile);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MessagePicture senderId="ada" id={id} sizes="110px" />
    </QueryClientProvider>,
  );
  return [markup.includes(id), markup.includes(hint)];
}

test('only private pictures are hidden', () => {
  const profile = { profilePicIds: ['id-open'], profilePicIdsPrivate: ['id-private'] };
  expect(shown('id-open', profile)).toEqual([true, false]);
  expect(shown('id-sent', profile)).toEqual([true, false]);
  expect(shown('id-private', profile)).toEqual([false, true]);
});

test('no picture is requested before the profile tells which ones are private', () => {
  expect(shown('id-private')).toEqual([false, false]);
});
