import { field, input, reader, shape } from 'lectern';
import type { Field, Fields, InputFields, Reader, Shape, SourceOf, WholeNumber } from 'lectern';
import { initialProblem } from './initial_problem.ts';

export interface Setting<F extends Field = Field> {
  readonly field: F;
  readonly input: InputFields[string];
  readonly initial: unknown;
}

type Settings = Readonly<Record<string, Setting>>;
type FieldsOf<S extends Settings> = { readonly [N in keyof S]: S[N]['field'] };

/** Values of a section, as `settings.get` returns them. */
export type SectionValues<S> = S extends Section<infer F> ? SourceOf<F> : never;

/**
 * Declaration of a settings section: shape, input and initial values (specification, section 2, Settings sections).
 */
export interface Section<F extends Fields = Fields> {
  readonly name: string;
  readonly shape: Shape<Record<'public', F>>;
  readonly accepts: InputFields;
  readonly read: Reader<InputFields>;
  readonly initial: Readonly<Record<string, unknown>>;
  /** Permission that readers of the section need; undefined makes the section public. */
  readonly readPermission?: string | undefined;
  /** Converts the values for answers and for `settings.get`. */
  present(values: SourceOf<F>): object;
  /** For a section composed of other sections: the name of the section that stores each field. Otherwise empty. */
  readonly parts: Readonly<Record<string, string>>;
}

export interface SectionOptions<F extends Fields> {
  /** Converts the values for answers and for `settings.get`; by default, they stay unchanged. */
  readonly present?: (values: SourceOf<F>) => object;
  /** Permission that readers of the section need; by default the section is public. Changes need `admin_setting`. */
  readonly readPermission?: string;
}

/**
 * Declares a settings section.
 * @throws Error naming a setting whose initial value does not fit the type of the setting
 * @example const wap = section('wap', { version: setting.intString('0 off, 1 old, 2 new.', 0, { maximum: 2 }) });
 * @example
 * // With initial values from the configuration, readable with the permission `admin_setting`.
 * const mail = ({ mailConfig }: Pick<Services, 'mailConfig'>) =>
 *   section('mail', { sender: setting.text('Sender of mail.', mailConfig.from) }, { readPermission: 'admin_setting' });
 * export default { mailSection: contributes('settingsSections', asFunction(mail)) };
 */
export function section<const S extends Settings>(
  name: string,
  settings: S,
  { present, readPermission }: SectionOptions<FieldsOf<S>> = {},
): Section<FieldsOf<S>> {
  const problem = initialProblem(settings, present === undefined);
  if (problem !== undefined) throw misdeclared(`the section "${name}" of the settings is wrong: ${problem}`);
  const each = <T>(part: (setting: Setting) => T) =>
    Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, part(setting)]));
  const accepts = each((one) => input.optional(one.input));
  return {
    name,
    shape: shape(shapeName(name)).mode('public', each((one) => one.field) as FieldsOf<S>),
    accepts,
    read: reader(accepts),
    initial: each((one) => one.initial),
    readPermission,
    present: present ?? ((values) => values),
    parts: {},
  };
}

/** Creates an error whose stack starts at the call of `section`, and so shows the line of the declaration. */
function misdeclared(problem: string): Error {
  const error = new Error(problem);
  Error.captureStackTrace(error, section);
  return error;
}

/** Returns the name of a section's shape in the OpenAPI document: `SettingUgcReview` for `ugc_review`. */
export function shapeName(name: string): string {
  const words = name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `Setting${words.join('')}`;
}

const url = input.url({ maxLength: 255 });
const urlOrNone = { ...url, minLength: 0, pattern: `^$|${url.pattern}` };
const anyText = input.text({ minLength: 0 });
// With `minLength: 0`, the pattern rejects ""; without it, "" would count as a missing field.
const visibleText = input.text({ minLength: 0, pattern: '\\S', expected: 'text that is not blank' });

/** Types of settings, for `section`. */
export const setting = {
  bool: (description: string, initial: boolean): Setting<Field<boolean>> => ({
    field: field.bool(description),
    input: input.bool(),
    initial,
  }),

  /** A flag: 1 or 0. */
  flag: (description: string, initial: 0 | 1): Setting<Field<WholeNumber>> => ({
    field: field.int(description),
    input: input.integer({ maximum: 1 }),
    initial,
  }),

  /** A text; "" clears the text. A `required` text cannot be cleared. */
  text: (description: string, initial = '', { required = false } = {}): Setting<Field<string>> => ({
    field: field.text(description),
    input: required ? visibleText : anyText,
    initial,
  }),

  /** A URL, or a path below the address of this installation; "" clears the URL. */
  url: (description: string, initial = ''): Setting<Field<string>> => ({
    field: field.url(description),
    input: urlOrNone,
    initial,
  }),

  oneOf: <const W extends readonly string[]>(
    words: W,
    description: string,
    initial: W[number],
  ): Setting<Field<W[number]>> => ({
    field: field.oneOf(words, description),
    input: input.oneOf(words),
    initial,
  }),

  intString: (
    description: string,
    initial: number,
    { minimum = 0, maximum = 10_000 } = {},
  ): Setting<Field<WholeNumber>> => ({
    field: field.intString(description),
    input: input.integer({ minimum, maximum }),
    initial,
  }),

  /** A number from 0 to 999,999,999.99 with at most two decimal places, stored as text. */
  decimal: (description: string, initial: string): Setting<Field<string | number>> => ({
    field: field.decimal(description),
    input: input.text({
      pattern: '^[0-9]{1,9}(\\.[0-9]{1,2})?$',
      expected: 'a number of 0 or more with at most two places',
    }),
    initial,
  }),

  /** A list of objects with texts, initially empty. @param texts descriptions of the texts by their names */
  entries: <const N extends string>(
    texts: Readonly<Record<N, string>>,
    description: string,
  ): Setting<Field<readonly SourceOf<Record<N, Field<string>>>[]>> => {
    const each = <T>(make: (meaning: string) => T) =>
      Object.fromEntries(Object.entries<string>(texts).map(([name, meaning]) => [name, make(meaning)])) as Record<N, T>;
    return {
      field: field.list(
        field.object(
          each((meaning): Field<string> => field.text(meaning)),
          'One entry.',
        ),
        description,
      ),
      input: input.list(input.object(each((meaning) => input.text({ description: meaning })))),
      initial: [],
    };
  },
};
