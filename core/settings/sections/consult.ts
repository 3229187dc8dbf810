import { field, input } from 'lectern';
import { section, setting } from '../section.ts';

/** Customer service. Answers omit its contacts while it is disabled. */
export const consult = section(
  'consult',
  {
    enabled: setting.flag('1 on, 0 off.', 0),
    qq: setting.entries(['name', 'number', 'url'], 'QQ contacts.'),
    qqgroup: setting.entries(['name', 'number', 'url'], 'QQ groups; url is the page to join directly.'),
    phone: setting.entries(['name', 'number'], 'Telephone contacts.'),
    email: { field: field.optional(field.text('Work mailbox.')), input: input.text(), initial: '' },
  },
  { present: (values) => (Number(values.enabled) === 1 ? values : { enabled: 0, qq: [], qqgroup: [], phone: [] }) },
);
