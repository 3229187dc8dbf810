import type { Comparison, Pair, Verdict } from './change.ts';
import { changeOf } from './compare_values.ts';
import { listOf, treeOf, type Tree } from './tree.ts';

/** Compares the credentials that an operation accepts, their scopes, and the permission that it requires. */
export function compareAccess({ before, after }: Pair<Tree>, at: Comparison): void {
  compareAccepted({ before: credentialsOf(before), after: credentialsOf(after) }, at);
  const [needed, needs] = [before['x-permission'], after['x-permission']];
  if (needed === needs) return;
  if (typeof needs === 'string') at.breaks(`the operation requires the permission ${needs} now`);
  else at.notes(`the operation no longer requires the permission ${String(needed)}`);
}

type Credentials = ReadonlyMap<string, readonly string[]>;

/** Compares accepted credentials. A lost credential breaks clients, unless the operation takes no credential now. */
function compareAccepted({ before: was, after: is }: Pair<Credentials>, at: Comparison): void {
  if (is.size === 1 && is.has('')) {
    const names = [...was.keys()].filter(Boolean);
    if (names.length > 0) at.notes(`the operation needs no credential now; before: ${names.join(', ')}`);
    return;
  }
  if (was.has('') && !is.has('')) at.breaks('the operation was open to anyone, and requires a signed-in user now');
  if (!was.has('') && is.has('')) at.notes('the operation is open to anyone now');
  for (const [name, scopes] of was)
    if (name !== '') compareCredential(name, { before: scopes, after: is.get(name) }, at);
  for (const name of is.keys()) if (name !== '' && !was.has(name)) at.notes(`the credential ${name} is accepted now`);
}

function compareCredential(
  name: string,
  { before = [], after }: Pair<readonly string[] | undefined>,
  at: Comparison,
): void {
  if (!after) {
    at.breaks(`the credential ${name} is no longer accepted`);
    return;
  }
  for (const scope of after)
    if (!before.includes(scope)) at.breaks(`the credential ${name} needs the scope ${scope} now`);
  for (const scope of before)
    if (!after.includes(scope)) at.notes(`the credential ${name} no longer needs the scope ${scope}`);
}

/**
 * Map from each accepted credential to its scopes. The key joins credentials that are required together by `+`, and is
 * empty for requests without a credential.
 */
function credentialsOf({ security }: Tree): Credentials {
  const alternatives = Array.isArray(security) && security.length > 0 ? listOf(security) : [{}];
  return new Map(
    alternatives.map((one) => [Object.keys(treeOf(one)).join('+'), Object.values(treeOf(one)).flat().map(String)]),
  );
}

/** Keywords of a credential, each with the verdict on a change. */
const keywords: Readonly<Record<string, Verdict>> = {
  type: 'breaks',
  in: 'breaks',
  name: 'breaks',
  scheme: 'breaks',
  flows: 'notes',
  openIdConnectUrl: 'notes',
};

/**
 * Compares how credentials of both documents are sent. `compareAccess` reports credentials that only one document has.
 */
export function compareCredentials({ before, after }: Pair<Tree>, at: Comparison): void {
  const [was, is] = [before, after].map((document) => treeOf(treeOf(document['components'])['securitySchemes']));
  for (const [name, scheme] of Object.entries(was ?? {})) {
    if (!is || !(name in is)) continue;
    const pair = { before: at.resolve.before(scheme), after: at.resolve.after(is[name]) };
    for (const [word, verdict] of Object.entries(keywords)) {
      const text = changeOf(word, pair);
      if (text !== undefined) at.at(`credential ${name}:`)[verdict](text);
    }
  }
}
