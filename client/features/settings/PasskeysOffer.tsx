// After the password was changed, offers to remove all passkeys, because they still log in.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { listed } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { passkeysQuery, usePasskeyChanges } from './passkeys.queries.ts';

export function PasskeysOffer({ onDone }: { readonly onDone: () => void }) {
  const { data = [] } = useQuery(passkeysQuery);
  const { removingAll } = usePasskeyChanges();
  if (removingAll.isSuccess) return <Notice onDismiss={onDone}>{t('Your passkeys are removed.')}</Notice>;
  if (data.length === 0) return null;
  return (
    <Notice tone="warning" onDismiss={onDone}>
      <p>
        {t('Your password is changed. Your passkeys can still be used to log in: {names}.', {
          names: listed(
            data.map(({ name }) => name),
            locale(),
          ),
        })}
      </p>
      {removingAll.isError && <p>{t('They could not be removed. Please try again.')}</p>}
      <Button disabled={removingAll.isPending} onClick={() => removingAll.mutate()}>
        {t('Remove all passkeys')}
      </Button>
    </Notice>
  );
}
