import { hash } from 'node:crypto';

/**
 * Returns the entity tag of an answer (RFC 9110, section 8.8.3). The tag has a digest of the body, and the revision
 * of the object if the operation sets one. Clients send the revision back with `If-Match`.
 */
export function entityTag(body: string, revision: string | undefined): string {
  const digest = hash('sha1', body, 'base64url');
  return revision === undefined ? `"${digest}"` : `"${revision}.${digest}"`;
}

/** Whether `If-None-Match` contains the tag of this answer. Weak tags and tags of compressed answers match, too. */
export function isKnown(ifNoneMatch: string, tag: string): boolean {
  const tags = ifNoneMatch.replaceAll(/W\/(?=")|-(?:br|gzip)(?=")/g, '').split(',');
  return tags.some((one) => one.trim() === tag) || ifNoneMatch.trim() === '*';
}

/** Revisions that `If-Match` names; undefined if every revision matches, empty if no tag has a revision. */
export function revisionsIn(ifMatch: string | undefined): readonly string[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return [...ifMatch.matchAll(/(?:^|,)\s*"(\d{1,18})\.[\w-]+"\s*(?=,|$)/g)].map(([, revision]) => revision as string);
}
