import { field, shape, type Field } from 'lectern';
import { figure } from './figure.ts';

/** A value of any type, as answers of the section show it. */
const value = (description: string): Field<unknown> => ({
  schema: { type: ['string', 'number', 'boolean', 'array', 'object', 'null'], items: {}, description },
  write: (given) => given,
});

const formField = field.object(
  {
    name: field.text('Name of the setting within its section.'),
    description: field.text('Effect of the setting.'),
    kind: field.oneOf(
      ['flag', 'number', 'choice', 'entries', 'list', 'text'],
      'Control that suits the accepted values.',
    ),
    words: field.list(field.text('A word.'), 'Words to choose from; an empty list for other kinds.'),
    entries: field.list(field.text('Name of a value.'), 'Names of the values of each entry.'),
    expected: field.text('Accepted values, as errors name them.'),
    canBeEmpty: field.bool('Whether an empty value is read; otherwise it counts as not given, and changes nothing.'),
    minimum: field.nullable(figure('Smallest accepted number; null without one.')),
    maximum: field.nullable(figure('Largest accepted number; null without one.')),
    initial: value('Value that holds until the first change; null without one.'),
    value: value('Value that holds now; null without one.'),
  },
  'A setting.',
);

/** A section of the settings. */
export const settingForm = shape('SettingForm').mode('public', {
  name: field.text('Name of the section, for `/api/settings/{type}`.'),
  etag: field.text('Entity tag of these values, for `If-Match`.'),
  fields: field.list(formField, 'Settings of the section, in the order of a form.'),
});
