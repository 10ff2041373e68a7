// The member's consents for games, all off by default.
import { t } from '#client/device/texts.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Switch } from '#client/ui/Switch.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { ConsentKind } from '#shared/rules/games.ts';
import { useConsents } from './games.queries.ts';

/** In English. */
const choices = [
  {
    kind: 'words',
    label: 'My words in GPT Buster',
    help: 'Members read your profile text without your name or contact details, and guess whether a machine wrote it.',
  },
  {
    kind: 'rating',
    label: 'My public pictures in the Rating Game',
    help: 'Members like or dislike them and guess what most others think. You see only who likes them, and nobody sees numbers.',
  },
  {
    kind: 'crop',
    label: 'My public pictures in Photo Cropping',
    help: 'Members propose better crops. Nothing changes unless you accept one.',
  },
  { kind: 'leaderboard', label: 'My name and points on the leaderboard', help: 'You can also play without being listed.' },
] as const satisfies readonly { readonly kind: ConsentKind; readonly label: string; readonly help: string }[];

export function GameConsents() {
  const { shown, error, refetch, saving } = useConsents();
  if (shown === undefined) return <QueryState error={error} refetch={refetch} />;
  return (
    <div className="choices">
      <p className="soft">
        {t(
          'Anything you turn off disappears from all games immediately. Members you block, or who block you, never see any of it. While you’re hidden on the map, games show nothing about you.',
        )}
      </p>
      {choices.map(({ kind, label, help }) => (
        <Switch
          key={kind}
          label={t(label)}
          help={t(help)}
          isOn={shown[kind]}
          onChange={(isOn) => saving.mutate({ [kind]: isOn })}
        />
      ))}
      {saving.isError && (
        <Notice tone="warning" onDismiss={saving.reset}>
          {t('That couldn’t be saved. Please try again.')}
        </Notice>
      )}
    </div>
  );
}
