// The way out of this device; the others are ended in the list of sessions.
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#client/ui/Button.tsx';

export function Leaving() {
  return (
    <>
      <p className="soft">Logging out takes everything of yours off this device.</p>
      <div className="row">
        <Link to="/logout" className={buttonClass({ look: 'danger' })}>
          Log out
        </Link>
      </div>
    </>
  );
}
