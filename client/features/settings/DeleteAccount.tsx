// Opens account deletion.
import { lazy, Suspense, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';

const DeleteForm = lazy(() => import('./DeleteForm.tsx').then(({ DeleteForm }) => ({ default: DeleteForm })));

export function DeleteAccount() {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <p className="soft">Removes you from the community and deletes everything you have here.</p>
      <div className="row">
        <Button look="danger" onClick={() => setConfirming(true)}>
          Delete my account
        </Button>
      </div>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title="Delete your account?">
        <Suspense>
          <DeleteForm />
        </Suspense>
      </Dialog>
    </>
  );
}
