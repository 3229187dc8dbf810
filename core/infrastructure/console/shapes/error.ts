import { field, shape } from 'lectern';

/** An internal error of a request, or a missed deadline. */
export const consoleError = shape('ConsoleError').mode('public', {
  id: field.text('Request id: `X-Request-Id` of the answer, and `reqId` in the log, which has the stack.'),
  time: field.datetime('Time of the error.'),
  method: field.text('Method of the request.'),
  route: field.text('Address of the route; empty without one.'),
  module: field.text('Module whose code failed.'),
  message: field.text('Message of the error, without credentials.'),
  at: field.nullable(field.text('Innermost line of the module, or its file; null if the stack names none.')),
  recorded: field.bool('Whether the request is recorded, with its spans and statements.'),
});
