import type { RouteSettings } from '../declare/config_schema.ts';

/** What clients are told of a route that they should not use any more. */
export interface Deprecation {
  /** Undefined where the operator did not say. */
  readonly since: Date | undefined;
  readonly sunset: Date | undefined;
  /** Page about it. */
  readonly link: string | undefined;
  /** Address to use instead. */
  readonly successor: string | undefined;
}

/** What the settings of a route say of its end, if anything. @throws Error when it would end before it is deprecated */
export function deprecationOf(name: string, settings: RouteSettings): Deprecation | undefined {
  const { deprecated = false, link, successor } = settings;
  if (deprecated === false) return undefined;
  const since = typeof deprecated === 'string' ? new Date(deprecated) : undefined;
  const sunset = settings.sunset === undefined ? undefined : new Date(settings.sunset);
  if (since && sunset && sunset < since)
    throw new Error(`Configuration: the "sunset" of "routes.${name}" is before its "deprecated"; correct one of them.`);
  return { since, sunset, link, successor };
}

// `Deprecation` has no form without a date: whoever reads this one learns that it is long since.
const longSince = 0;

/** The headers of every answer of the route, name and value in turn (RFC 9745, RFC 8594). */
export function deprecationHeaders({ since, sunset, link, successor }: Deprecation): string[] {
  const seconds = since ? Math.floor(since.getTime() / 1000) : longSince;
  return [
    ...['Deprecation', `@${seconds}`],
    ...(sunset ? ['Sunset', sunset.toUTCString()] : []),
    ...(link === undefined ? [] : ['Link', `<${link}>; rel="deprecation"`]),
    ...(successor === undefined ? [] : ['Link', `<${successor}>; rel="successor-version"`]),
  ];
}
