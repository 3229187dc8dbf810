import type { Tree } from '../../kernel/base/tree.ts';

/** A required header: every answer has the header if the response object lists the header. */
const header = (type: string, description: string, example: unknown): Tree => ({
  required: true,
  description,
  schema: { type },
  example,
});

/** An optional header: the response object lists the header, but some answers lack it. */
const occasional = (type: string, description: string, example: unknown): Tree => ({
  ...header(type, description, example),
  required: false,
});

/** Headers of answers, for the section `components` of the OpenAPI document. */
export const headers = {
  'X-Request-Id': header('string', 'Id of the request; name it when you report a problem.', '2UdHlWuHyQlT-5'),
  'API-Version': header('string', 'Version of the API that answered.', '2'),
  'Preference-Applied': occasional('string', 'Preference of `Prefer` that was applied (RFC 7240).', 'handling=strict'),
  'X-Total-Count': header('integer', 'Size of the whole list; not with `after`.', 60),
  'X-Next-Cursor': occasional(
    'string',
    'Value of `after` for the next page; only with `after`, and not on the last page.',
    'WyJjNWpRIiwiNDgiXQ',
  ),
  ETag: header('string', 'ETag of the answer, for `If-None-Match` and `If-Match`.', '"12.qZk-NkcGgWq6PiVxeFDCbJzQ2J0"'),
  'Cache-Control': header('string', 'Caches that may store the answer, and for how long.', 'private, no-cache'),
  Location: header('string', 'Address of the new object.', '/api/articles/61'),
  Link: occasional(
    'string',
    'First, previous, next and last page; of a deprecated operation also a page about it, and its successor (RFC 8288).',
    '</api/articles?offset=10&limit=10>; rel="next"',
  ),
  Deprecation: header('string', 'Since when the operation should not be used any more (RFC 9745).', '@1767225600'),
  Sunset: header('string', 'When the operation will be gone (RFC 8594).', 'Thu, 31 Dec 2026 00:00:00 GMT'),
  'WWW-Authenticate': header('string', 'The kinds of credentials that are accepted.', 'Token realm="lectern"'),
  'Retry-After': occasional('integer', 'Seconds to wait before the next try, where they are known.', 5),
  RateLimit: occasional(
    'string',
    'What is left of the limit, and the seconds until it is renewed.',
    '"login";r=0;t=1200',
  ),
  'RateLimit-Policy': occasional('string', 'The limit that was reached, and its seconds.', '"login";q=5;w=1200'),
};

type HeaderName = keyof typeof headers;

/** Headers of every successful answer to GET. */
export const ofReads: readonly HeaderName[] = ['ETag', 'Cache-Control'];

const always: readonly HeaderName[] = ['X-Request-Id', 'API-Version', 'Preference-Applied'];

/** Builds references to the headers that every answer may have and to the headers in `more`. */
export function headersOf(...more: readonly HeaderName[]): Tree {
  return Object.fromEntries([...always, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
