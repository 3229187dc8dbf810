import { field, shape } from 'lectern';
import { figure } from './figure.ts';

const at = figure('Milliseconds from the arrival of the request.');
const ms = field.nullable(figure('Duration in milliseconds; null if it had not ended.'));
const failed = field.bool('Whether it ended with an error.');

const span = field.object(
  {
    name: field.text('`request`, class and method of the operation, or a part of another module, such as a hook.'),
    file: field.nullable(field.text('File of the operation or of the part; null for the request as a whole.')),
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
    rows: field.nullable(field.int('Number of rows in the answer of the database; null without an answer.')),
    failed,
  },
  'A statement.',
);
const error = field.object(
  {
    message: field.text('Message, without credentials.'),
    stack: field.list(field.text('A frame.'), 'Frames of the stack, the innermost first.'),
  },
  'The error that was answered with 500; null for other answers.',
);

export const consoleRequest = shape('ConsoleRequest')
  .mode('simple', {
    id: field.text('Value of `X-Request-Id` in the answer.'),
    time: field.datetime('Time when the request was answered.'),
    method: field.text('HTTP method of the request.'),
    route: field.text('Address of its route; empty without one.'),
    path: field.text('Its path. Parameters other than ids are not shown.'),
    module: field.text('Module that answered, or that failed; empty without a route.'),
    waitedFor: field.nullable(
      field.text('Part of another module that took at least half of the time, such as a hook; null without one.'),
    ),
    status: field.int('HTTP status of the answer.'),
    ms: figure('Duration from the arrival to the answer, in milliseconds.'),
    userId: field.nullable(field.intString('Id of the caller; null without a credential.')),
    nickname: field.nullable(field.text('Nickname of the caller; null without a credential.')),
  })
  .mode('public', {
    spans: field.list(span, 'The request, its operation, and the parts of other modules that it waited for.'),
    statements: field.list(statement, 'The first 100 statements that the request sent to the database.'),
    more: field.int('Number of statements beyond those 100.'),
    error: field.nullable(error),
  });
