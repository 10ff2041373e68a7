// A switch to turn something on.
import { Choice, type ChoiceProps } from './Choice.tsx';
import './switch.css';

export function Switch(props: ChoiceProps) {
  return <Choice {...props} kind="switch" />;
}
