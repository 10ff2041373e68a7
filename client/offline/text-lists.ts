// Reads lists of texts from values of unknown form, such as bodies of waiting writes.
import { fieldOf } from '#shared/rules/unknown-fields.ts';

/** The texts of a list; none if the field is no list. */
export function textsAt(value: unknown, name: string): string[] {
  const field = fieldOf(value, name);
  return Array.isArray(field) ? field.filter((one) => typeof one === 'string') : [];
}
