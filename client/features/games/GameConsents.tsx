// The member's consents for games: one switch for each, off by default.
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Switch } from '#client/ui/Choice.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import type { ConsentKind } from '#shared/rules/games.ts';
import { useConsents } from './games.queries.ts';

const choices: readonly { readonly kind: ConsentKind; readonly label: string; readonly help: string }[] = [
  {
    kind: 'words',
    label: 'My words in GPT Buster',
    help: 'Members read your profile text without your name or contact details, and guess whether a machine wrote it.',
  },
  {
    kind: 'rating',
    label: 'My public pictures in the Rating Game',
    help: 'Members like or dislike them and guess what most say. You are notified of likes only, and nobody sees numbers.',
  },
  {
    kind: 'crop',
    label: 'My public pictures in Photo Cropping',
    help: 'Members propose better crops of them. Nothing changes before you accept one.',
  },
  { kind: 'leaderboard', label: 'My name and points on the leaderboard', help: 'Without it you can still play, unseen.' },
];

export function GameConsents() {
  const { shown, error, refetch, saving } = useConsents();
  if (shown === undefined) return <NotLoaded error={error} onRetry={refetch} />;
  return (
    <div className="choices">
      <p className="soft">
        What you switch off disappears from every game at once. Members you block, or who block you, never see any of it. While
        you hide on the map, games show nothing of you.
      </p>
      {choices.map(({ kind, label, help }) => (
        <Switch key={kind} label={label} help={help} isOn={shown[kind]} onChange={(isOn) => saving.mutate({ [kind]: isOn })} />
      ))}
      {saving.isError && (
        <Notice tone="warning" onDismiss={saving.reset}>
          That could not be saved. Please try again.
        </Notice>
      )}
    </div>
  );
}
