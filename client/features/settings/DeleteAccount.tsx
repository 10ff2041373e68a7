// Opens account deletion.
import { Suspense, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';

const DeleteForm = lazyPart(() => import('./DeleteForm.tsx'), 'DeleteForm');

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
