// The message after the last round of a game. It takes the focus, so that screen readers say it.
import { EmptyState, type EmptyStateProps } from '#client/ui/EmptyState.tsx';
import { focusNow } from '#client/ui/focus-now.ts';

export const SpokenEnd = (props: EmptyStateProps) => (
  <div tabIndex={-1} ref={focusNow}>
    <EmptyState {...props} />
  </div>
);
