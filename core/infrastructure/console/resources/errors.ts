import { accepts, input, listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { consoleError } from '../shapes/error.ts';

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
