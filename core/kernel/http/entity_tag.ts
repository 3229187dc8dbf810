import { hash } from 'node:crypto';

/**
 * Returns the entity tag of an answer (RFC 9110, section 8.8.3): a digest of the body, after the revision of the object
 * if the operation sets one. Clients send the tag back in `If-Match`.
 */
export function entityTag(body: string, revision: string | undefined): string {
  const digest = hash('sha1', body, 'base64url');
  return revision === undefined ? `"${digest}"` : `"${revision}.${digest}"`;
}

// Both patterns take linear time: no character can belong to two repeated parts.
const quoted = /(?:^|,)[ \t]*((?:W\/)?"([^"]*)")[ \t]*(?=,|$)/g;
/** Content coding at the end of a tag: `-gzip` of this server, Apache and Caddy, `--br`, `;gzip`. */
const codingSuffix = /(?:--?|[;:])[a-z][a-z0-9]*$/i;

/** A tag as sent, and its values without `W/` and quotes: with all characters, and without the name of a coding. */
interface SentTag {
  readonly whole: string;
  readonly values: readonly string[];
}

/** Parses a list of entity tags. Proxies that compress answers weaken tags, or append the coding. Other text is ignored. */
function tagsIn(header: string): SentTag[] {
  return [...header.matchAll(quoted)].map(([, whole = '', value = '']) => ({ whole, values: valuesOf(value) }));
}

function valuesOf(value: string): string[] {
  return [value, value.replace(codingSuffix, '')];
}

/**
 * Returns the tag in `If-None-Match` that stands for the answer with `tag`, as sent; `tag` itself for `*`, and undefined
 * if the client has another answer. A 304 has to name the tag that the client knows.
 */
export function knownTag(ifNoneMatch: string | undefined, tag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return tag;
  const own = valuesOf(tag.slice(1, -1));
  return tagsIn(ifNoneMatch).find(({ values }) => values.some((value) => own.includes(value)))?.whole;
}

/** Revisions in the tags of `If-Match`, empty if no tag has one; undefined without the header, or for `*`. */
export function revisionsIn(ifMatch: string | undefined): readonly string[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return tagsIn(ifMatch).flatMap(({ values: [value = ''] }) => /^(\d{1,18})\.[\w-]/.exec(value)?.[1] ?? []);
}

/** The tags of a header in each form that the tag may have had before a proxy changed it; `*` stays. */
export function originalTags(header: string): string {
  if (header.trim() === '*') return header;
  return tagsIn(header)
    .flatMap(({ values }) => values.map((value) => `"${value}"`))
    .join(', ');
}
