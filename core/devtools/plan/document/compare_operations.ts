import type { Comparison, Pair } from './change.ts';
import { compareParameters } from './compare_parameters.ts';
import { compareSchemas, type Direction } from './compare_schemas.ts';
import { listOf, treeOf, type Tree } from './tree.ts';

/** Compares an operation with its earlier version. */
export function compareOperations({ before, after }: Pair<Tree>, at: Comparison): void {
  compareAccess({ before, after }, at);
  compareParameters({ before: before['parameters'], after: after['parameters'] }, at);
  compareBodies({ before, after }, at);
  compareAnswers({ before: treeOf(before['responses']), after: treeOf(after['responses']) }, at);
  if (after['deprecated'] === true && before['deprecated'] !== true) at.notes('the operation is deprecated now');
}

function compareAccess({ before, after }: Pair<Tree>, at: Comparison): void {
  const [was, is] = [credentialsOf(before), credentialsOf(after)];
  if (was.includes('') && !is.includes(''))
    at.breaks('the operation was open to anyone, and requires a signed-in user now');
  if (!was.includes('') && is.includes('')) at.notes('the operation is open to anyone now');
  for (const name of was)
    if (name !== '' && !is.includes(name)) at.breaks(`the credential ${name} is no longer accepted`);
  for (const name of is) if (name !== '' && !was.includes(name)) at.notes(`the credential ${name} is accepted now`);
  const [needed, needs] = [before['x-permission'], after['x-permission']];
  if (needed === needs) return;
  if (typeof needs === 'string') at.breaks(`the operation requires the permission ${needs} now`);
  else at.notes(`the operation no longer requires the permission ${String(needed)}`);
}

/** Names of the accepted credentials; an empty name if the operation accepts requests without one. */
function credentialsOf({ security }: Tree): string[] {
  return listOf(security).map((one) => Object.keys(treeOf(one)).join('+'));
}

function compareBodies({ before, after }: Pair<Tree>, at: Comparison): void {
  const [was, is] = [at.resolve.before(before['requestBody']), at.resolve.after(after['requestBody'])];
  const here = at.at('body:');
  const isThere = (body: Tree) => 'content' in body;
  if (isThere(was) && !isThere(is)) here.breaks('the body is no longer read');
  else if (isThere(is) && is['required'] === true && was['required'] !== true) here.breaks('the body is required now');
  else if (isThere(is) && !isThere(was)) here.notes('the body is read now');
  if (isThere(was) && isThere(is)) compareContents({ before: was, after: is }, 'sent', here);
}

function compareAnswers({ before, after }: Pair<Tree>, at: Comparison): void {
  for (const status of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const here = at.at(`answer ${status}:`);
    if (!(status in after)) compareGone(status, here);
    else if (!(status in before)) here.notes('the status is new');
    else {
      const pair = { before: at.resolve.before(before[status]), after: at.resolve.after(after[status]) };
      compareContents(pair, 'answered', here);
    }
  }
}

/** Reports a status that is gone. Only a missing success breaks clients, not an error that no longer occurs. */
function compareGone(status: string, at: Comparison): void {
  if (/^2|^default/.test(status)) at.breaks('the status is gone');
  else at.notes('the status is gone');
}

/** Compares the media types of a body. Most share one schema, which is reported once. */
function compareContents({ before, after }: Pair<Tree>, direction: Direction, at: Comparison): void {
  const [was, is] = [treeOf(before['content']), treeOf(after['content'])];
  for (const type of Object.keys(is)) if (!(type in was)) at.notes(`the media type ${type} is new`);
  for (const [type, content] of Object.entries(was)) {
    if (type in is)
      compareSchemas({ before: treeOf(content)['schema'], after: treeOf(is[type])['schema'], direction }, at);
    else at.breaks(`the media type ${type} is gone`);
  }
}
