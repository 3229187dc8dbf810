import { hash } from 'node:crypto';

/**
 * Returns the entity tag of an answer (RFC 9110, section 8.8.3): a digest of the body, after the revision of the object
 * if the operation sets one. Clients send the tag back in `If-Match`.
 */
export function entityTag(body: string, revision: string | undefined): string {
  const digest = hash('sha1', body, 'base64url');
  return revision === undefined ? `"${digest}"` : `"${revision}.${digest}"`;
}

/** Whether `If-None-Match` is `*` or contains the tag, be it weak or with the suffix of a compressed answer. */
export function isKnown(ifNoneMatch: string, tag: string): boolean {
  const tags = ifNoneMatch.replaceAll(/W\/(?=")|-(?:br|gzip)(?=")/g, '').split(',');
  return tags.some((one) => one.trim() === tag) || ifNoneMatch.trim() === '*';
}

/** Revisions in the tags of `If-Match`, empty if no tag has one; undefined without the header, or for `*`. */
export function revisionsIn(ifMatch: string | undefined): readonly string[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return [...ifMatch.matchAll(/(?:^|,)\s*"(\d{1,18})\.[\w-]+"\s*(?=,|$)/g)].map(([, revision]) => revision as string);
}
