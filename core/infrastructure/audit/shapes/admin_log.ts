import { field, shape, type Field } from 'lectern';

/** Fields of an object of any kind, as answers show them; null without an object. */
const values = (description: string): Field<unknown> => ({
  schema: { type: ['object', 'null'], additionalProperties: true, description },
  write: (value) => value,
});

export const adminLog = shape('AdminLog').mode('public', {
  id: field.intString('Id.'),
  userId: field.nullable(field.intString('Id of the manager; 0 for an application, null for the command line.')),
  nickname: field.text('Nickname of the manager, or name of the application, at that time.'),
  action: field.oneOf(
    ['add', 'update', 'remove'],
    'Kind of the change: add creates an object, update changes it, remove deletes it.',
  ),
  resource: field.text('Address of the resource, such as /coupons.'),
  path: field.text('Path of the object, such as /coupons/7.'),
  fields: field.list(field.text('Name of a field.'), 'Fields that the request gave.'),
  before: values(
    'Before the change: the fields that differ; the whole object if it was removed, null if it is new or not shown.',
  ),
  after: values(
    'After the change: the fields that differ; the whole object if it is new, null if it was removed or not shown.',
  ),
  requestId: field.nullable(field.text('X-Request-Id of the request; null for the command line.')),
  createdTime: field.datetime('Time of the change.'),
});
