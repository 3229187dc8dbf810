import { hash } from 'node:crypto';

/**
 * The entity tag of an answer (RFC 9110, section 8.8.3): a digest of what is sent, behind the revision of the object when
 * it has one, so that a client can say with `If-Match` which revision it has seen.
 */
export function entityTag(body: string, revision: string | undefined): string {
  const digest = hash('sha1', body, 'base64url');
  return revision === undefined ? `"${digest}"` : `"${revision}.${digest}"`;
}

/** Whether a client that sent this `If-None-Match` has the answer already. */
export function isKnown(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/**
 * The revisions that `If-Match` names; undefined when any will do. What is no tag of ours names none, and so matches
 * nothing.
 */
export function revisionsIn(ifMatch: string | undefined): readonly string[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return [...ifMatch.matchAll(/(?:^|,)\s*"(\d{1,18})\.[\w-]+"\s*(?=,|$)/g)].map(([, revision]) => revision as string);
}
