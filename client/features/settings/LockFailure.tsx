// The notice why the app lock could not be changed.
import { Notice } from '#client/ui/Notice.tsx';
import { lockFailureText } from './lock-failure.ts';

export const LockFailure = ({ error }: { readonly error: Error }) => <Notice tone="error">{lockFailureText(error)}</Notice>;
