import { accepts, fails, input, requires, resource, returns, standardFailures, summary, use } from 'lectern';
import type { Call, InputOf } from 'lectern';
import type { RouteView } from '../services/route_view.ts';
import { routeExplanation } from '../shapes/route.ts';

const request = {
  method: input.oneOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'], { default: 'GET', description: 'Method.' }),
  path: input.text({
    maxLength: 1_000,
    pattern: '^/api/[^%?#]*$',
    expected: 'a path that begins with /api/, without a query and percent-encoding',
    description: 'Path of a request, with `/api` and without a query, not percent-encoded.',
  }),
};

@resource('/console/route_explanations')
export default class RouteExplanations {
  protected readonly routes = use('routeView');

  @summary('Get how a request is served: the operation with its overrides, input, filter and failures')
  @requires('console_route')
  @accepts(request)
  @fails(standardFailures.noSuchObject)
  @returns(routeExplanation, 'public')
  search({ input: { method, path } }: Call<object, InputOf<typeof request>>) {
    const found = this.routes.explain(method, path);
    if (found.found) return explained(found);
    const near = found.nearest.length > 0 ? ` Similar addresses: ${found.nearest.join(', ')}.` : '';
    throw standardFailures.noSuchObject({ message: `${found.message}${near}` });
  }
}

type Found = Extract<ReturnType<RouteView['explain']>, { found: true }>;

/** The explanation in the form of its shape, which has null or an empty text where a value is missing. */
function explained({ request, chain, input: accepted, answer, ...one }: Found) {
  return {
    ...one,
    method: request.method,
    chain: chain.map(({ line = null, final = null, ...link }) => ({ ...link, line, final })),
    inputFrom: accepted.from,
    inputKind: accepted.kind,
    input: accepted.fields.map(({ description = '', ...field }) => ({ ...field, description })),
    filter: answer.name,
    shapes: answer.shapes.map(({ fields, ...shown }) => ({
      ...shown,
      fields: fields.map(({ addedBy = null, ...field }) => ({ ...field, addedBy })),
    })),
  };
}
