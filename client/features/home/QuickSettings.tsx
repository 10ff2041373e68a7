// Quick settings: private pictures, hiding on the map, and test mode.
import { t } from '#client/device/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { session } from '#shared/contract/session.ts';
import { showNsfw, testMode } from '#client/device/storage.ts';
import { useLocationHidden } from '#client/features/positions/use-location-hidden.ts';
import { call } from '#client/net/call.ts';
import { say } from '#client/ui/header-messages.ts';
import { Switch } from '#client/ui/Switch.tsx';
import { useStore } from '#client/device/store.ts';

const failedNoticeMs = 6_000;

export function QuickSettings() {
  const isNsfwShown = useStore(showNsfw);
  const [isHidden, setHidden] = useLocationHidden();
  const isInTestMode = useStore(testMode);
  // The session has this setting, because the server decides whether to send private pictures.
  const nsfw = useMutation({
    // One request at a time, so that the last choice is also the last that the server receives.
    scope: { id: 'show-nsfw' },
    mutationFn: (isOn: boolean) => call(session.putSession, { body: { showNsfw: isOn } }),
    onSuccess: (stored) => showNsfw.set(stored.showNsfw),
    onError: () => say(t('That couldn’t be changed. Please try again.'), 'error', failedNoticeMs),
  });
  return (
    <section className="card quick-settings">
      <h2>{t('Quick settings')}</h2>
      <Switch
        label={t('NSFW pictures')}
        help={t('Shows private pictures until you log out.')}
        isOn={nsfw.isPending ? nsfw.variables : isNsfwShown}
        onChange={(isOn) => nsfw.mutate(isOn)}
      />
      <Switch
        label={t('Hide on map')}
        help={t('Nobody sees you on the map or in lists. Chats and likes still work.')}
        isOn={isHidden}
        onChange={setHidden}
      />
      <Switch
        label={t('Test mode')}
        help={t('Shows test users among the members.')}
        isOn={isInTestMode}
        onChange={(isOn) => testMode.set(isOn)}
      />
    </section>
  );
}
