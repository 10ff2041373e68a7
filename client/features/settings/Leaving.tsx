// The ways out: this device, or every device at once.
import { Link, useNavigate } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { endEverySession } from '#client/features/session/log-in.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';

export function Leaving() {
  const navigate = useNavigate();
  const everywhere = useMutation({ mutationFn: endEverySession, onSuccess: () => navigate({ to: '/logout' }) });
  return (
    <section className="card">
      <h2>Log out</h2>
      <p className="soft">Logging out takes everything of yours off this device.</p>
      <div className="row">
        <Link to="/logout" className={buttonClass({ look: 'danger' })}>
          Log out
        </Link>
        <Button disabled={everywhere.isPending} onClick={() => everywhere.mutate()}>
          Sign out everywhere
        </Button>
      </div>
      {everywhere.isError && <Notice tone="error">The other devices could not be signed out. Please try again.</Notice>}
    </section>
  );
}
