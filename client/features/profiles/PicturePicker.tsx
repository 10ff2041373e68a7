// Chooses pictures of this device or takes one: a hidden file input, and a button that opens it.
import { useRef, type ReactNode, type Ref } from 'react';
import { acceptedTypes } from '#client/shrink/prepare-picture.ts';
import { Button, type ButtonLook } from '#client/ui/Button.tsx';

interface PictureInputProps {
  /** The input, whose `click` opens the browser's picker. */
  readonly ref: Ref<HTMLInputElement>;
  readonly hasMultiple?: boolean;
  /** The camera that takes the picture; absent to choose one. */
  readonly capture?: 'user' | 'environment';
  readonly onFiles: (files: readonly File[]) => void;
}

export function PictureInput({ ref, hasMultiple = false, capture, onFiles }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={acceptedTypes}
      multiple={hasMultiple}
      capture={capture}
      hidden
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        // Lets the member choose the same file again.
        target.value = '';
      }}
    />
  );
}

interface PicturePickerProps extends Omit<PictureInputProps, 'ref'>, ButtonLook {
  readonly children: ReactNode;
}

export function PicturePicker({ look, isWide, children, ...input }: PicturePickerProps) {
  const ref = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} isWide={isWide} onClick={() => ref.current?.click()}>
        {children}
      </Button>
      <PictureInput ref={ref} {...input} />
    </>
  );
}
