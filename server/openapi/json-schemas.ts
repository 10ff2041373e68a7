// Converts the contract's schemas to JSON schemas, with the bounds that are only checked after a value is converted.
import * as z from 'zod/mini';
import { flagText, id, timeMs, timeText } from '#shared/contract/fields.ts';
import type { Schema } from '#shared/contract/endpoint.ts';
import { characteristic } from '#shared/contract/profiles.ts';
import { characteristicKeys } from '#shared/rules/characteristics.ts';

export type Json = Record<string, unknown>;

/** The schema of values that callers send (`input`) or receive (`output`). */
export function jsonSchema(schema: Schema, io: 'input' | 'output', target: 'draft-2020-12' | 'draft-7' = 'draft-2020-12'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    target,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: described }) {
      const better = improved(zodSchema, described as Json, io);
      if (better === null) return;
      for (const key of Object.keys(described)) Reflect.deleteProperty(described, key);
      Object.assign(described, better);
    },
  });
  return json;
}

type AnySchema = z.core.$ZodType;

/** Null if the library's own description needs no improvement. */
function improved(schema: AnySchema, json: Json, io: 'input' | 'output'): Json | null {
  if (schema === id) return { ...json, format: 'uuid' };
  if (schema === timeMs) return { ...json, description: 'Milliseconds since 1970.' };
  if (schema === characteristic) return { type: 'string', enum: characteristicKeys };
  if (io === 'output') return null;
  if (schema === flagText) return { type: 'boolean', default: false };
  if (schema === timeText)
    return { type: 'integer', minimum: 0, maximum: 999_999_999_999_999, description: 'Milliseconds since 1970.' };
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  switch (def.type) {
    case 'unknown':
      return { description: 'Ignored.' };
    case 'default':
      return { ...json, default: def.defaultValue };
    case 'literal':
      return textLiteral(def.values);
    case 'pipe':
      return describedPipe(schema, json, def.out);
    default:
      return null;
  }
}

/** Numbers in a URL are text, so a literal that may be a number or a text is described as a text. */
function textLiteral(values: readonly unknown[]): Json | null {
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length > 0 && texts.length < values.length ? { type: 'string', enum: texts } : null;
}

/** `json` describes the value before its conversion. The bounds are those of the converted value. */
function describedPipe(pipe: AnySchema, json: Json, out: AnySchema): Json | null {
  if (out._zod.def.type === 'transform') return null;
  const wanted = jsonSchema(out as Schema, 'input');
  switch (wanted['type']) {
    case 'number':
    case 'integer':
      return wanted;
    case 'array':
      return json['type'] === 'string'
        ? listText(pipe, json, wanted)
        : { ...json, ...bounds(wanted), items: cleanedItems(json, out) };
    default:
      return cleanedText({ ...json, ...bounds(wanted) }, out);
  }
}

const bounds = (json: Json): Json =>
  Object.fromEntries(Object.entries(json).filter(([key]) => /^(?:min|max)(?:Length|Items|imum)$/.test(key)));

/** Texts may be four times as long before they are cleaned as after it, as in `shortText` and `longText`. */
function cleanedText(json: Json, out: AnySchema): Json {
  const { maxLength } = json;
  return typeof maxLength === 'number' && hasCustomCheck(out) ? { ...json, maxLength: maxLength / 4 } : json;
}

function cleanedItems({ items }: Json, out: AnySchema): unknown {
  const { element } = out._zod.def as z.core.$ZodArrayDef;
  return cleanedText(Object(items), element);
}

const checksOf = (schema: AnySchema) => schema._zod.def.checks ?? [];

const hasCustomCheck = (schema: AnySchema): boolean =>
  checksOf(schema).some(({ _zod }) => _zod.def.check === 'custom') || innerSchemas(schema).some((inner) => hasCustomCheck(inner));

function innerSchemas(schema: AnySchema): readonly AnySchema[] {
  const { type, in: first, out } = schema._zod.def as Partial<z.core.$ZodPipeDef>;
  return type === 'pipe' && first && out ? [first, out] : [];
}

const escaped = (word: string): string => word.replace(/[^\w-]/g, String.raw`\$&`);

/** A comma-separated list, as a text, since code generators disagree about arrays in a query. */
function listText(pipe: AnySchema, json: Json, { items, maxItems }: Json): Json {
  const { enum: words, pattern } = Object(items);
  const item = Array.isArray(words) ? `(?:${words.map(escaped).join('|')})` : String(pattern).replace(/^\^|\$$/g, '');
  const isEmptyAllowed = checksOf(pipe).length === 0;
  const list = `${item}(?:,${item}){0,${Number(maxItems) - 1}}`;
  return { ...json, pattern: isEmptyAllowed ? `^(?:${list})?$` : `^${list}$`, description: 'Separated by commas.' };
}
