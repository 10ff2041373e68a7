// Reads lists of texts from values whose form is not known, such as bodies of waiting writes.
import { fieldOf } from '#shared/rules/unknown-fields.ts';

/** The texts of a list. Empty if the field is not a list. */
export function textsAt(value: unknown, name: string): string[] {
  const field = fieldOf(value, name);
  return Array.isArray(field) ? field.filter((one) => typeof one === 'string') : [];
}
