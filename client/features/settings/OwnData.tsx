// The button to download everything the member wrote and uploaded.
import { t } from '#client/device/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '#shared/contract/account.ts';
import { byteSize } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { saveFile } from '#client/device/save-file.ts';
import { download } from '#client/net/download.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { downloadFailureText } from './download-failure.ts';
import { withRecentSignIn } from './sign-in-again.ts';

export function OwnData() {
  return (
    <>
      <p className="soft">
        {t(
          'Everything you wrote and uploaded, and the messages you received, in one file. Unpack it and open index.html to read it. It is not encrypted: keep it where only you can open it.',
        )}
      </p>
      <OwnDataDownload />
    </>
  );
}

export function OwnDataDownload() {
  const [bytes, setBytes] = useState(0);
  const saving = useMutation({
    mutationFn: async () => {
      setBytes(0);
      saveFile(await withRecentSignIn('data', () => download(account.postExport, {}, setBytes)), fileName());
    },
  });
  return (
    <>
      <Button disabled={saving.isPending} onClick={() => saving.mutate()}>
        {saving.isPending ? t('Collecting… {size}', { size: byteSize(bytes, locale()) }) : t('Download my data')}
      </Button>
      {saving.isSuccess && (
        <Notice tone="success">{t('Your data is in your downloads: {size}.', { size: byteSize(bytes, locale()) })}</Notice>
      )}
      {saving.isError && <Notice tone="error">{downloadFailureText(saving.error)}</Notice>}
    </>
  );
}

/** Does not contain the site's name, because others may see the downloads folder. */
const fileName = (): string => `my-data-${new Date().toISOString().slice(0, 10)}.zip`;
