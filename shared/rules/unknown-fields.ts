// Reads single fields of values whose form is not known, such as bodies of requests and replies.

/** Undefined if the value has no such field. */
export const fieldOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

/** Null if the field is not a text. */
export function textAt(value: unknown, name: string): string | null {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : null;
}
