import type { Comparison, Pair } from './change.ts';
import { listOf, treeOf, type Tree } from './tree.ts';

/** Compares the credentials that an operation accepts, their scopes, and the permission that it requires. */
export function compareAccess({ before, after }: Pair<Tree>, at: Comparison): void {
  const [was, is] = [credentialsOf(before), credentialsOf(after)];
  if (was.has('') && !is.has('')) at.breaks('the operation was open to anyone, and requires a signed-in user now');
  if (!was.has('') && is.has('')) at.notes('the operation is open to anyone now');
  for (const [name, scopes] of was)
    if (name !== '') compareCredential(name, { before: scopes, after: is.get(name) }, at);
  for (const name of is.keys()) if (name !== '' && !was.has(name)) at.notes(`the credential ${name} is accepted now`);
  const [needed, needs] = [before['x-permission'], after['x-permission']];
  if (needed === needs) return;
  if (typeof needs === 'string') at.breaks(`the operation requires the permission ${needs} now`);
  else at.notes(`the operation no longer requires the permission ${String(needed)}`);
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

/** Scopes by accepted credential. The name is empty if the operation accepts requests without one. */
function credentialsOf({ security }: Tree): ReadonlyMap<string, readonly string[]> {
  const alternatives = Array.isArray(security) && security.length > 0 ? listOf(security) : [{}];
  return new Map(
    alternatives.map((one) => [Object.keys(treeOf(one)).join('+'), Object.values(treeOf(one)).flat().map(String)]),
  );
}

/** Keywords of a credential that clients depend on. */
const sending = ['type', 'in', 'name', 'scheme'];

/** Compares how credentials of both documents are sent. Operations report those that only one document has. */
export function compareCredentials({ before, after }: Pair<Tree>, at: Comparison): void {
  const [was, is] = [before, after].map((document) => treeOf(treeOf(document['components'])['securitySchemes']));
  for (const [name, scheme] of Object.entries(was ?? {})) {
    const [older, newer] = [at.resolve.before(scheme), at.resolve.after(is?.[name])];
    const isChanged = sending.some((word) => older[word] !== newer[word]);
    if (is && name in is && isChanged) at.at(`credential ${name}:`).breaks('the credential is sent in another way now');
  }
}
