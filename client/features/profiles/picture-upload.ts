// What can be uploaded, and the form it goes in.
import { limits } from '#shared/rules/limits.ts';

/** For the file picker; phones then turn what they store otherwise into JPEG. */
export const acceptedTypes = 'image/png,image/jpeg,image/webp';

export const uploadErrors = {
  type: 'only png, jpeg and webp pictures are accepted.',
  size: 'the picture is larger than 8,192,000 bytes.',
} as const;

/** 'Error: ' and the reasons why a file can't be taken; null where nothing is known against it. */
export function refusalOf({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  const reasons = [
    ...(acceptedTypes.split(',').includes(type) ? [] : [uploadErrors.type]),
    ...(size > limits.pictureUploadBytes ? [uploadErrors.size] : []),
  ];
  return reasons.length === 0 ? null : `Error: ${reasons.join(' ')}`;
}

export function uploadForm(authorProfileId: string, file: File): FormData {
  const form = new FormData();
  form.set('authorProfileId', authorProfileId);
  form.set('picfilename', file.name);
  form.set('picfile', file);
  return form;
}
