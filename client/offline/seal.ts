// The one place that all content passes on its way into the device database and out of it: where an app lock will encrypt.

declare const content: unique symbol;

/** Content as it lies in the database. Keys, order and times stay readable beside it, texts and pictures' names do not. */
export interface Sealed<T> {
  readonly [content]: T;
}

/** Never called inside a database transaction: a transaction ends while something else is awaited. */
export const seal = async <T>(value: T): Promise<Sealed<T>> => value as unknown as Sealed<T>;

export const unseal = async <T>(value: Sealed<T>): Promise<T> => value as unknown as T;
