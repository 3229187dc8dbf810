import type { Answer, ChosenValue, Page } from '../../kernel/declare/answer.ts';
import { objectJson, type JsonSchema } from '../../kernel/declare/object.ts';

type Found = (path: string) => void;

/** Reports the paths of fields that a value has and its filter drops; never their values. */
export type Withheld = (value: unknown, found: Found) => void;

/** Creates the search for withheld fields in the answers of one route; undefined if the answer has no filter. */
export function withheldBy(answer: Answer, mode = ''): Withheld | undefined {
  if (!('kind' in answer)) return (value, found) => searchIn(objectJson(answer.fields(mode)), '', { value, found });
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
      const list = { type: 'array', items: objectJson(answer.shape.fields(mode)) };
      if (answer.kind === 'list') return (value, found) => searchIn(list, '', { value, found });
      return (value, found) => searchIn(list, 'data', { value: (value as Page<unknown>).data, found });
    }
  }
}

function ofChosen({ shape, mode, value }: ChosenValue, path: string, found: Found): void {
  searchIn(objectJson(shape.fields(mode)), path, { value, found });
}

/** Follows the schema of the serializer: an object that is written as text is not searched. */
function searchIn(json: JsonSchema, path: string, { value, found }: { value: unknown; found: Found }): void {
  if (Array.isArray(value) && json['type'] === 'array') {
    for (const item of value as unknown[]) searchIn(json['items'] as JsonSchema, `${path}[]`, { value: item, found });
  } else if (typeof value === 'object' && value !== null && isObjectSchema(json)) {
    for (const key of keysOf(value)) {
      const inner = typeof key === 'string' && Object.hasOwn(json.properties, key) ? json.properties[key] : undefined;
      const name = typeof key === 'symbol' ? `[${key.description ?? 'symbol'}]` : key;
      const at = path === '' ? name : `${path}.${name}`;
      if (inner) searchIn(inner, at, { value: (value as Readonly<Record<PropertyKey, unknown>>)[key], found });
      else found(at);
    }
  }
}

function isObjectSchema(
  json: JsonSchema,
): json is { type: 'object'; properties: Readonly<Record<string, JsonSchema>> } {
  return json['type'] === 'object' && typeof json['properties'] === 'object';
}

/** Names of the data of an object: own and inherited properties and getters, without methods and undefined values. */
function keysOf(value: object): (string | symbol)[] {
  const keys = dataIn(value);
  for (let parent = parentOf(value); parent && parent !== Object.prototype; parent = parentOf(parent)) {
    keys.push(...dataIn(parent).filter((key) => key !== '__proto__' && !keys.includes(key)));
  }
  return keys;
}

function dataIn(object: object): (string | symbol)[] {
  return Reflect.ownKeys(object).filter((key) => {
    const property = Reflect.getOwnPropertyDescriptor(object, key);
    return (
      property !== undefined &&
      typeof property.value !== 'function' &&
      (!('value' in property) || property.value !== undefined)
    );
  });
}

function parentOf(object: object): object | null {
  return Reflect.getPrototypeOf(object);
}
