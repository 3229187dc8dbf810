import type { ServerResponse } from 'node:http';
import { deprecationHeaders, type Deprecation } from '../boot/deprecation.ts';
import type { Route } from '../boot/routes.ts';
import { Endpoint, type EndpointContext, type Refusal } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { withoutRepeats } from './heads.ts';

/** Makes a route ready; of one that is deprecated every answer says so. */
export function endpointOf(route: Route, context: EndpointContext): Endpoint {
  return route.deprecation ? new DeprecatedEndpoint(route, context, route.deprecation) : new Endpoint(route, context);
}

/** Kept apart, so that the other endpoints do not even ask. */
class DeprecatedEndpoint extends Endpoint {
  readonly #headers: readonly string[];

  constructor(route: Route, context: EndpointContext, deprecation: Deprecation) {
    super(route, context);
    this.#headers = deprecationHeaders(deprecation);
  }

  override answer(exchange: Exchange, params: Readonly<Record<string, string>>): Refusal | Promise<Refusal> {
    addToHead(exchange.response, this.#headers);
    return super.answer(exchange, params);
  }
}

/** Whatever is answered, a failure too, takes the way of `writeHead`, with its headers as a list. */
function addToHead(response: ServerResponse, more: readonly string[]): void {
  const writeHead = response.writeHead.bind(response) as (status: number, headers: string[]) => ServerResponse;
  const withMore = (status: number, headers: readonly string[] = []) =>
    writeHead(status, withoutRepeats([...headers, ...more]));
  response.writeHead = withMore as ServerResponse['writeHead'];
}
