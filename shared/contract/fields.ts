// Schemas of common fields: ids, coordinates, times, texts, and query values.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { cleanLine, cleanText, lengthOf } from '#shared/rules/text.ts';
import { uuidPattern } from '#shared/rules/uuid.ts';

/** A UUID in lower case. The server creates version 4, which discloses neither time nor order of creation. */
export const id = z.string().check(z.regex(uuidPattern));

/** A time in milliseconds since 1970 by the server's clock. */
export const timeMs = z.number();

/** A time in a query, in ms. */
export const timeText = z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]), z.transform(Number));

export const lat = z.number().check(z.gte(-90), z.lte(90));
export const lon = z.number().check(z.gte(-180), z.lte(180));

/** A sector as 'lat:lon' of its south-west corner. The server checks that it exists. */
export const sectorText = z.string().check(z.regex(/^-?\d{1,2}:-?\d{1,3}$/));

/** A cleaned text of several lines with at most `max` characters. */
export const longText = (max: number = limits.maxTextLength) =>
  z.pipe(
    z.pipe(z.string().check(z.maxLength(max * 4)), z.transform(cleanText)),
    z.string().check(z.refine((text) => lengthOf(text) <= max, { error: `At most ${max} characters` })),
  );

/** A cleaned text of one line with at most `max` characters. */
export const shortText = (max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.maxLength(max * 4)), z.transform(cleanLine)),
    z.string().check(z.refine((text) => lengthOf(text) <= max, { error: `At most ${max} characters` })),
  );

/** A number in a query. */
export const numberText = (min: number, max: number) =>
  z.pipe(
    z.pipe(z.union([z.number(), z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,15})?$/))]), z.transform(Number)),
    z.number().check(z.gte(min), z.lte(max)),
  );

export const wholeText = (min: number, max: number) =>
  z.pipe(
    z.pipe(z.union([z.number(), z.string().check(z.regex(/^-?\d{1,9}$/))]), z.transform(Number)),
    z.number().check(z.int(), z.gte(min), z.lte(max)),
  );

/** A boolean in a query; false when absent. */
export const flagText = z.pipe(
  z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  z.transform((value) => value === true || value === 'true'),
);
