import { field, shape } from 'lectern';
import { figure } from './figure.ts';

const at = figure('Milliseconds from the arrival of the request.');
const ms = field.nullable(figure('Duration in milliseconds; null if it had not ended.'));
const failed = field.bool('Whether it failed.');

const span = field.object(
  {
    name: field.text('`request`, or class and method of the operation.'),
    file: field.nullable(field.text('File of the operation.')),
    at,
    ms,
    failed,
  },
  'A span.',
);
const statement = field.object(
  {
    text: field.text('The statement, without its values.'),
    at,
    ms,
    rows: field.nullable(field.int('Number of rows.')),
    failed,
  },
  'A statement.',
);
const error = field.object(
  {
    message: field.text('Message, without credentials.'),
    stack: field.list(field.text('A frame.'), 'Frames of the stack, the innermost first.'),
  },
  'The error that was answered with 500.',
);

/** A request that was recorded. */
export const consoleRequest = shape('ConsoleRequest')
  .mode('simple', {
    id: field.text('Its `X-Request-Id`.'),
    time: field.datetime('Time of its answer.'),
    method: field.text('Method.'),
    route: field.text('Address of its route; empty without one.'),
    path: field.text('Its path. Parameters other than ids are not shown.'),
    module: field.text('Module that answered; empty without a route.'),
    status: field.int('Status of the answer.'),
    ms: figure('Duration in milliseconds.'),
    userId: field.nullable(field.intString('Id of the caller.')),
    nickname: field.nullable(field.text('Nickname of the caller.')),
  })
  .mode('public', {
    spans: field.list(span, 'The request and its operation.'),
    statements: field.list(statement, 'Its first 100 statements.'),
    more: field.int('Number of further statements.'),
    error: field.nullable(error),
  });
