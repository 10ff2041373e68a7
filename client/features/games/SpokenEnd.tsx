// The message after the last round of a game, which screen readers say.
import { EmptyState, type EmptyStateProps } from '#client/ui/EmptyState.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';

export const SpokenEnd = (props: EmptyStateProps) => (
  <Spoken>
    <EmptyState {...props} />
  </Spoken>
);
