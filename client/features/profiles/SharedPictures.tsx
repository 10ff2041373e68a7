// Pictures from the phone's share sheet, added only after the member confirms: any page could have sent them.
import { useEffect, useState } from 'react';
import { forgetSharedPictures, sharedPictures } from '#client/offline/uploads/shared-pictures.ts';
import { Button } from '#client/ui/Button.tsx';

export interface SharedPicturesProps {
  readonly onAdd: (files: readonly File[]) => void;
}

interface Shared {
  readonly file: File;
  /** Address of the file on this device, to show it. */
  readonly preview: string;
}

export function SharedPictures({ onAdd }: SharedPicturesProps) {
  const [shared, setShared] = useState<readonly Shared[]>([]);
  useEffect(() => {
    void sharedPictures().then((files) => {
      if (files.length > 0) setShared(files.map((file) => ({ file, preview: URL.createObjectURL(file) })));
    });
  }, []);
  useEffect(() => () => shared.forEach(({ preview }) => URL.revokeObjectURL(preview)), [shared]);
  if (shared.length === 0) return null;
  const words = shared.length === 1 ? 'this picture' : `these ${shared.length} pictures`;
  const decide = (isAdded: boolean): void => {
    void forgetSharedPictures();
    if (isAdded) onAdd(shared.map(({ file }) => file));
    setShared([]);
  };
  return (
    <section className="card stack" aria-label="Shared pictures">
      <h2>Add {words} to your profile?</h2>
      <ul className="shared-pictures">
        {shared.map(({ file, preview }) => (
          <li key={preview} className="picture upload-preview">
            <img src={preview} alt={file.name} />
          </li>
        ))}
      </ul>
      <div className="row">
        <Button look="main" onClick={() => decide(true)}>
          {shared.length === 1 ? 'Add picture' : `Add ${shared.length} pictures`}
        </Button>
        <Button onClick={() => decide(false)}>Don’t add</Button>
      </div>
    </section>
  );
}
