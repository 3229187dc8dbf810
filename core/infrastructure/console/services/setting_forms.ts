import { use, type Caller } from 'lectern';

type Schema = Readonly<Record<string, unknown>>;

/** Describes sections of the settings for forms: fields with descriptions, accepted, initial and present values. */
export class SettingForms {
  readonly #settings = use('settings');

  /** Sections that the caller may read. A section composed of others is left out, because its parts are listed. */
  async list({ permissions }: Caller) {
    const sections = this.#settings.sections.filter(
      ({ parts, readPermission }) =>
        Object.keys(parts).length === 0 && (readPermission === undefined || permissions.has(readPermission)),
    );
    return Promise.all(
      sections.map(async (section) => {
        const { values: present, revision } = await this.#settings.read(section);
        const values = present as Schema;
        const described = section.shape.fields('public') as Readonly<Record<string, { readonly schema: Schema }>>;
        const fields = Object.entries(section.accepts as Readonly<Record<string, Schema>>).map(([name, accepted]) => ({
          name,
          description: textOf(described[name]?.schema['description']),
          ...formOf(accepted),
          initial: section.initial[name] ?? null,
          value: values[name] ?? null,
        }));
        return { name: section.name, etag: `"${revision}.form"`, fields };
      }),
    );
  }
}

/** Control for a setting, derived from the schema of its accepted values. */
function formOf(schema: Schema) {
  const [first] = (schema['anyOf'] ?? []) as readonly Schema[];
  const one = first ?? schema;
  const limits = { minimum: numberOf(one['minimum']), maximum: numberOf(one['maximum']) };
  const expected = textOf(schema['expected']);
  const words = (one['enum'] as readonly string[] | undefined) ?? [];
  const items = (one['items'] as Schema | undefined)?.['properties'] as Schema | undefined;
  const entries = items ? Object.keys(items) : [];
  const canBeEmpty = one['type'] === 'array' || one['minLength'] === 0;
  return { kind: kindOf(one, { words, entries }), words: [...words], entries, expected, canBeEmpty, ...limits };
}

type Kind = 'flag' | 'number' | 'choice' | 'entries' | 'list' | 'text';

function kindOf({ type }: Schema, { words, entries }: Readonly<Record<'words' | 'entries', readonly string[]>>): Kind {
  if (words.length > 0) return 'choice';
  if (type === 'array') return entries.length > 0 ? 'entries' : 'list';
  if (type === 'boolean') return 'flag';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
