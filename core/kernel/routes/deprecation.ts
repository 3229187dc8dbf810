import type { RouteSettings } from '../declare/config_schema.ts';

/** Deprecation notice of a route for clients. */
export interface Deprecation {
  /** Undefined when the operator did not specify it. */
  readonly since: Date | undefined;
  readonly sunset: Date | undefined;
  /** Page with information about it. */
  readonly link: string | undefined;
  /** Address to use instead. */
  readonly successor: string | undefined;
}

/** Deprecation in the settings of a route, if any. @throws Error when its sunset is before its deprecation */
export function deprecationOf(name: string, settings: RouteSettings): Deprecation | undefined {
  const { deprecated = false, link, successor } = settings;
  if (deprecated === false) return undefined;
  const since = typeof deprecated === 'string' ? new Date(deprecated) : undefined;
  const sunset = settings.sunset === undefined ? undefined : new Date(settings.sunset);
  if (since && sunset && sunset < since)
    throw new Error(`Configuration: the "sunset" of "routes.${name}" is before its "deprecated"; correct one of them.`);
  return { since, sunset, link, successor };
}

// `Deprecation` requires a date; without a known one this stands for the distant past.
const longSince = 0;

/** Headers of every answer of the route, names and values alternating (RFC 9745, RFC 8594). */
export function deprecationHeaders({ since, sunset, link, successor }: Deprecation): string[] {
  const seconds = since ? Math.floor(since.getTime() / 1000) : longSince;
  return [
    ...['Deprecation', `@${seconds}`],
    ...(sunset ? ['Sunset', sunset.toUTCString()] : []),
    ...(link === undefined ? [] : ['Link', `<${link}>; rel="deprecation"`]),
    ...(successor === undefined ? [] : ['Link', `<${successor}>; rel="successor-version"`]),
  ];
}
