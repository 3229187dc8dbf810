import { accepts, fails, input, listOf, requires, resource, returns, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import { failures } from '../failures.ts';
import { consoleRequest } from '../shapes/request.ts';

const conditions = {
  route: input.optional(input.text({ description: 'Only requests whose method and route contain this text.' })),
  status: input.optional(
    input.text({
      pattern: '^[1-5]([0-9]{2}|xx)$',
      expected: 'a status such as 404, or a class such as 5xx',
      description: 'Only requests with this status, such as `404` or `5xx`.',
    }),
  ),
  module: input.optional(input.text({ description: 'Only requests that this module answered.' })),
  user: input.optional(input.text({ description: 'Only requests of this user: id or nickname.' })),
};

@resource('/console/requests', {
  item: 'request',
  parameters: { request: input.text({ maxLength: 64, description: 'Value of `X-Request-Id` in the answer.' }) },
})
export default class Requests {
  protected readonly requests = use('liveRequests');

  @summary(
    'List the last 300 requests, newest first. They are recorded while a client reads `GET ' +
      '/api/console/request_stream`, which sends each as a server-sent event; it takes the same conditions.',
  )
  @requires('console_request')
  @accepts(conditions)
  @returns(listOf(consoleRequest), 'simple')
  search({ input: wanted }: Call<object, InputOf<typeof conditions>>) {
    return this.requests.list(wanted);
  }

  @summary('Get a recorded request with its spans, its statements without their values, and its error')
  @requires('console_request')
  @fails(failures.requestNotFound)
  @returns(consoleRequest, 'public')
  get({ params }: Call<{ request: string }>) {
    return this.requests.get(params.request);
  }
}
