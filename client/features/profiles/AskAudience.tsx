// Asks who may see the member's private pictures, after they add the first one. Until they answer, nobody sees them.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import type { PrivatePicturesFor } from '#shared/contract/settings.ts';
import { useSaveSettings } from '#client/features/settings/settings.queries.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { audienceHelp, audienceLabels } from './audience-texts.ts';
import '#client/ui/choice.css';
import '#client/ui/framed-choices.css';

const audiences = Object.keys(audienceLabels) as PrivatePicturesFor[];

export function AskAudience() {
  const [isOpen, setOpen] = useState(true);
  const [chosen, setChosen] = useState<PrivatePicturesFor>('nobody');
  const saving = useSaveSettings();
  const dismiss = (): void => {
    setOpen(false);
    saving.mutate({ privatePictures: 'nobody' });
  };
  return (
    <Dialog isOpen={isOpen} onClose={dismiss} title={t('Who may see your private pictures?')}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate({ privatePictures: chosen }, { onSuccess: () => setOpen(false) });
        }}
      >
        <p>{t('Nobody sees them until you choose. You can change this at any time under Edit Profile.')}</p>
        <div className="framed-choices" role="radiogroup" aria-label={t('Who may see your private pictures')}>
          {audiences.map((audience) => (
            <label key={audience} className="choice choice-box" data-on={audience === chosen || undefined}>
              <input
                type="radio"
                name="audience"
                value={audience}
                checked={audience === chosen}
                onChange={() => setChosen(audience)}
              />
              <span className="choice-text">
                {t(audienceLabels[audience])}
                <span className="choice-help">{t(audienceHelp[audience])}</span>
              </span>
            </label>
          ))}
        </div>
        {saving.isError && (
          <Notice tone="warning">{t('That could not be saved, so nobody sees them for now. Please try again.')}</Notice>
        )}
        <Button isWide look="main" type="submit" disabled={saving.isPending}>
          {t('Save')}
        </Button>
      </form>
    </Dialog>
  );
}
