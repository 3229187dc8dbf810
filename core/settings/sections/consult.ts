import { field } from 'lectern';
import { section, setting } from '../section.ts';

/** Settings of customer service. Answers omit the contacts while customer service is disabled. */
export const consult = section(
  'consult',
  {
    enabled: setting.flag('1 on, 0 off.', 0),
    qq: setting.entries(['name', 'number', 'url'], 'QQ contacts.'),
    qqgroup: setting.entries(['name', 'number', 'url'], 'QQ groups; url is the page to join the group.'),
    phone: setting.entries(['name', 'number'], 'Telephone contacts.'),
    email: { ...setting.text('Work mailbox.'), field: field.optional(field.text('Work mailbox.')) },
  },
  { present: (values) => (Number(values.enabled) === 1 ? values : { enabled: 0, qq: [], qqgroup: [], phone: [] }) },
);
