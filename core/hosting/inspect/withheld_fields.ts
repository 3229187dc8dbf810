import type { Answer, ChosenValue, Page } from '../../kernel/declare/answer.ts';
import { hasType, objectSchema, type JsonSchema } from '../../kernel/declare/object.ts';

type Found = (path: string) => void;

/** Reports the paths of fields that a value has and its filter drops; never their values. */
export type Withheld = (value: unknown, found: Found) => void;

/** Creates the search for withheld fields in the answers of one route; undefined if the answer has no filter. */
export function withheldBy(answer: Answer, mode = ''): Withheld | undefined {
  if (!('kind' in answer)) return (value, found) => searchIn(objectSchema(answer.fields(mode)), '', { value, found });
  switch (answer.kind) {
    case 'raw':
    case 'verbatim':
      return undefined;
    case 'choice':
      return (value, found) => ofChosen(value as ChosenValue, '', found);
    case 'record':
      return (value, found) => {
        for (const one of Object.values(value as Record<string, ChosenValue>)) ofChosen(one, '*', found);
      };
    default: {
      const list = { type: 'array', items: objectSchema(answer.shape.fields(mode)) };
      if (answer.kind === 'list') return (value, found) => searchIn(list, '', { value, found });
      return (value, found) => searchIn(list, 'data', { value: (value as Page<unknown>).data, found });
    }
  }
}

function ofChosen({ shape, mode, value }: ChosenValue, path: string, found: Found): void {
  searchIn(objectSchema(shape.fields(mode)), path, { value, found });
}

/**
 * Searches the properties that JSON would have. Follows the schema: an object that is written as text is not searched.
 */
function searchIn(json: JsonSchema, path: string, { value, found }: { value: unknown; found: Found }): void {
  if (Array.isArray(value) && hasType(json, 'array')) {
    for (const item of value as unknown[]) searchIn(json['items'] as JsonSchema, `${path}[]`, { value: item, found });
  } else if (typeof value === 'object' && value !== null && isObjectSchema(json)) {
    for (const [name, inner] of Object.entries(value)) {
      if (inner === undefined || typeof inner === 'function') continue;
      const at = path === '' ? name : `${path}.${name}`;
      if (Object.hasOwn(json.properties, name))
        searchIn(json.properties[name] as JsonSchema, at, { value: inner, found });
      else found(at);
    }
  }
}

function isObjectSchema(
  json: JsonSchema,
): json is { type: 'object'; properties: Readonly<Record<string, JsonSchema>> } {
  return hasType(json, 'object') && typeof json['properties'] === 'object';
}
