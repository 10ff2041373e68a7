// A picture of a message, as large as the window allows.
import { ProfilePicture } from '#client/features/profiles/ProfilePicture.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';

export function LargePicture({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Picture">
      <div className="large-picture">
        <ProfilePicture id={id} name="" sizes="(min-width: 500px) 412px, 90vw" isFirst />
      </div>
    </Dialog>
  );
}
