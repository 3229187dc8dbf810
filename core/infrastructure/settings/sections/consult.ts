import { field } from 'lectern';
import { section, setting } from '../section.ts';

const mailbox = 'E-mail address of customer service; missing while customer service is disabled.';

/** Settings of customer service. Answers contain no contacts while customer service is disabled. */
export const consult = section(
  'consult',
  {
    enabled: setting.flag('Customer service: 1 on, 0 off.', 0),
    qq: setting.entries(
      {
        name: 'Name of the contact, as readers see it.',
        number: 'QQ number of the contact.',
        url: 'Address of a page to chat with the contact.',
      },
      'QQ contacts; empty while customer service is disabled.',
    ),
    qqgroup: setting.entries(
      {
        name: 'Name of the group, as readers see it.',
        number: 'QQ number of the group.',
        url: 'Address of the page to join the group.',
      },
      'QQ groups; empty while customer service is disabled.',
    ),
    phone: setting.entries(
      { name: 'Name of the contact, as readers see it.', number: 'Telephone number, as it is dialled.' },
      'Telephone contacts; empty while customer service is disabled.',
    ),
    email: { ...setting.text(mailbox), field: field.optional(field.text(mailbox)) },
  },
  { present: (values) => (Number(values.enabled) === 1 ? values : { enabled: 0, qq: [], qqgroup: [], phone: [] }) },
);
