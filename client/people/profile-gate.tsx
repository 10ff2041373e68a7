// Asks for the public name and the birthdate where the server requires them.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { PersonIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { isUnsent, withWrites } from './profile-writes.ts';
import { profileQuery } from './profiles.queries.ts';

const CompleteProfile = lazyPart(() => import('./CompleteProfile.tsx'), 'CompleteProfile');

export interface ProfileGate {
  /** True if the profile is known to be incomplete. */
  readonly isNeeded: boolean;
  readonly ask: () => void;
  /** The open dialog, which the caller renders. */
  readonly dialog: ReactNode;
}

export function useProfileGate(): ProfileGate {
  const { data } = useQuery({ ...profileQuery(useOwnProfileId()), staleTime: Infinity, refetchInterval: false });
  const entries = usePending(isUnsent);
  const [isOpen, setOpen] = useState(false);
  const profile = data && withWrites(data, entries);
  const isNeeded = profile !== undefined && (profile.profilename === '' || profile.birthdate === null);
  return {
    isNeeded,
    ask: () => setOpen(true),
    dialog: isOpen && profile !== undefined && (
      <Suspense>
        <CompleteProfile profile={profile} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}

export function ProfilePrompt({ gate: { isNeeded, ask, dialog } }: { readonly gate: ProfileGate }) {
  return (
    <>
      {isNeeded && (
        <Notice isStatic>
          <span className="row row-apart">
            {t('Others see your public name and your age. Please add your name and your birthdate first.')}
            <Button look="main" onClick={ask}>
              {t('Add them')}
            </Button>
          </span>
        </Notice>
      )}
      {dialog}
    </>
  );
}

/** Asks for name and birthdate instead of showing a screen that needs them. */
export function NeedsProfile({ children }: { readonly children: ReactNode }) {
  const gate = useProfileGate();
  return (
    <>
      {gate.isNeeded ? (
        <EmptyState icon={PersonIcon} text={t('Your name and birthdate')}>
          <p>{t('Others see your public name and your age. Please add your name and your birthdate first.')}</p>
          <Button look="main" onClick={gate.ask}>
            {t('Add them')}
          </Button>
        </EmptyState>
      ) : (
        children
      )}
      {gate.dialog}
    </>
  );
}
