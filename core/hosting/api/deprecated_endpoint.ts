import type { ServerResponse } from 'node:http';
import { publicAddress } from '../../kernel/http/public_path.ts';
import type { CompiledRoute } from '../../kernel/http/request_hooks.ts';
import { withoutRepeats } from '../../kernel/http/response_head.ts';
import type { Deprecation } from './route_settings.ts';

/** Adds deprecation headers to the answers of a deprecated endpoint; returns other endpoints unchanged. */
export function withNotice(endpoint: CompiledRoute, publicPath: string): CompiledRoute {
  const { route } = endpoint;
  if (!route.deprecation) return endpoint;
  const headers = deprecationHeaders(route.deprecation, publicPath);
  return {
    route,
    answer: (context, params) => {
      addToHead(context.response, headers);
      return endpoint.answer(context, params);
    },
  };
}

// The `Deprecation` header requires a date; a deprecation without `since` gets 1970-01-01.
const longSince = 0;

/** Headers of every answer of a route or version, names and values alternating (RFC 9745, RFC 8594). */
export function deprecationHeaders({ since, sunset, link, successor }: Deprecation, publicPath: string): string[] {
  const seconds = since ? Math.floor(since.getTime() / 1000) : longSince;
  return [
    ...['Deprecation', `@${seconds}`],
    ...(sunset ? ['Sunset', sunset.toUTCString()] : []),
    ...(link === undefined ? [] : ['Link', `<${publicAddress(publicPath, link)}>; rel="deprecation"`]),
    ...(successor === undefined ? [] : ['Link', `<${publicAddress(publicPath, successor)}>; rel="successor-version"`]),
  ];
}

/** Patches `writeHead`, by which every answer to the request is then sent. @param more alternating names and values */
function addToHead(response: ServerResponse, more: readonly string[]): void {
  const writeHead = response.writeHead.bind(response) as (status: number, headers: string[]) => ServerResponse;
  // The deprecation of the route replaces that of the version.
  const isKept = (name: string) => name === 'Link' || !more.includes(name);
  const withMore = (status: number, headers: readonly string[] = []) => {
    const kept = headers.filter((_, index) => isKept(headers[index - (index % 2)] ?? ''));
    return writeHead(status, withoutRepeats([...kept, ...more]));
  };
  response.writeHead = withMore as ServerResponse['writeHead'];
}
