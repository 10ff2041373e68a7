// Reads single fields of values of unknown form, such as bodies of requests and responses.

/** Undefined if the value has no such field. */
export const fieldOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

/** Null if the field is no text. */
export function textAt(value: unknown, name: string): string | null {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : null;
}
