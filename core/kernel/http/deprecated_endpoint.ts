import type { ServerResponse } from 'node:http';
import { deprecationHeaders, type Deprecation } from '../routes/deprecation.ts';
import type { Route } from '../routes/route.ts';
import { Endpoint, type EndpointParts, type Refusal } from './endpoint.ts';
import type { RequestContext } from './request_context.ts';
import { withoutRepeats } from './response_head.ts';

/** Compiles a route; every answer of a deprecated one says so. */
export function endpointOf(route: Route, parts: EndpointParts): Endpoint {
  return route.deprecation ? new DeprecatedEndpoint(route, parts, route.deprecation) : new Endpoint(route, parts);
}

/** A separate class, so that other endpoints skip the check. */
class DeprecatedEndpoint extends Endpoint {
  readonly #headers: readonly string[];

  constructor(route: Route, parts: EndpointParts, deprecation: Deprecation) {
    super(route, parts);
    this.#headers = deprecationHeaders(deprecation);
  }

  override answer(context: RequestContext, params: Readonly<Record<string, string>>): Refusal | Promise<Refusal> {
    addToHead(context.response, this.#headers);
    return super.answer(context, params);
  }
}

/** Adds headers in `writeHead`, which every answer passes, failures included; its headers are a list. */
function addToHead(response: ServerResponse, more: readonly string[]): void {
  const writeHead = response.writeHead.bind(response) as (status: number, headers: string[]) => ServerResponse;
  const withMore = (status: number, headers: readonly string[] = []) =>
    writeHead(status, withoutRepeats([...headers, ...more]));
  response.writeHead = withMore as ServerResponse['writeHead'];
}
