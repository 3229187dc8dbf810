import { accepts, input, listOf, requires, resource, returns, summary, use, field, shape } from 'lectern';
import type { Call, InputOf } from 'lectern';

/** An internal error of a request, or a missed deadline. */
const consoleError = shape('ConsoleError').mode('public', {
  id: field.text('Request id: `X-Request-Id` of the answer, and `reqId` in the log, which has the stack.'),
  time: field.datetime('Time of the error.'),
  method: field.text('Method of the request.'),
  route: field.text('Address of the route; empty without one.'),
  module: field.text('Module whose code failed.'),
  message: field.text('Message of the error, without credentials.'),
  at: field.nullable(field.text('Innermost line of the module, or its file; null if the stack names none.')),
  recorded: field.bool('Whether the request is recorded, with its spans and statements.'),
});

const conditions = {
  module: input.optional(input.text({ description: 'Only errors of this module.' })),
};

/** Errors of requests that were answered with 500, and missed deadlines. */
@resource('/console/errors')
export default class Errors {
  protected readonly errors = use('recentErrors');

  @summary(
    'List the last errors of operations, newest first. The server keeps the last 3 of each route and 50 in all, since ' +
      'its start.',
  )
  @requires('console_request')
  @accepts(conditions)
  @returns(listOf(consoleError), 'public')
  search({ input: wanted }: Call<object, InputOf<typeof conditions>>) {
    return this.errors.list(wanted);
  }
}
