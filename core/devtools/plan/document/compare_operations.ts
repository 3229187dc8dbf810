import type { Comparison, Pair } from './change.ts';
import { compareParameters } from './compare_parameters.ts';
import { compareAccess } from './compare_access.ts';
import { compareLifetime } from './compare_lifetime.ts';
import { compareSchemas } from './compare_schemas.ts';
import { changeOf } from './compare_values.ts';
import type { Direction } from './schema.ts';
import { listOf, treeOf, type Tree } from './tree.ts';

export function compareOperations({ before, after }: Pair<Tree>, at: Comparison): void {
  compareAccess({ before, after }, at);
  compareParameters({ before: before['parameters'], after: after['parameters'] }, at);
  compareBodies({ before, after }, at);
  compareAnswers({ before: treeOf(before['responses']), after: treeOf(after['responses']) }, at);
  compareLifetime({ before, after }, 'operation', at);
  compareServers({ before, after }, at);
  const renamed = changeOf('operationId', { before, after });
  if (renamed !== undefined) at.notes(renamed);
  compareLists('tags', { before: listOf(before['tags']), after: listOf(after['tags']) }, at);
}

/**
 * Compares the addresses of servers. A changed address breaks no client, because the former address may still answer.
 */
export function compareServers({ before, after }: Pair<Tree>, at: Comparison): void {
  const [was = [], is = []] = [before, after].map(({ servers }) =>
    listOf(servers).map((server) => treeOf(server)['url']),
  );
  compareLists('servers', { before: was, after: is }, at);
}

function compareLists(word: string, { before, after }: Pair<readonly unknown[]>, at: Comparison): void {
  const [was, is] = [before, after].map((list) => list.join(', ') || 'not set');
  if (was !== is) at.notes(`the ${word} were ${was} and are ${is}`);
}

function compareBodies({ before, after }: Pair<Tree>, at: Comparison): void {
  const [was, is] = [at.resolve.before(before['requestBody']), at.resolve.after(after['requestBody'])];
  const here = at.at('body:').within({ before: before['requestBody'], after: after['requestBody'] });
  const isThere = (body: Tree) => 'content' in body;
  const demand = { before: was['required'] === true, after: is['required'] === true };
  if (isThere(was) && !isThere(is)) here.breaks('the body is no longer read');
  else if (demand.after && !demand.before) here.breaks('the body is required now');
  else if (isThere(is) && !isThere(was)) here.notes('the body is read now');
  else if (demand.before && !demand.after) here.notes('the body is optional now');
  if (isThere(was) && isThere(is)) compareContents({ before: was, after: is }, 'sent', here);
}

function compareAnswers({ before, after }: Pair<Tree>, at: Comparison): void {
  for (const status of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const here = at.at(`answer ${status}:`);
    if (!(status in after)) compareGone(status, here);
    else if (!(status in before)) here.notes('the status is new');
    else {
      const pair = { before: at.resolve.before(before[status]), after: at.resolve.after(after[status]) };
      const inside = here.within({ before: before[status], after: after[status] });
      compareContents(pair, 'answered', inside);
      compareHeaders({ before: treeOf(pair.before['headers']), after: treeOf(pair.after['headers']) }, inside);
    }
  }
}

/** Reports a status that is gone. A missing success or `default` breaks clients; a missing error does not. */
function compareGone(status: string, at: Comparison): void {
  if (/^2|^default/.test(status)) at.breaks('the status is gone');
  else at.notes('the status is gone');
}

/** Compares the headers of an answer. The loss of an optional header may surprise clients, but breaks none. */
function compareHeaders({ before, after }: Pair<Tree>, at: Comparison): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const here = at.at(`header ${name}:`).within({ before: before[name], after: after[name] });
    const [was, is] = [at.resolve.before(before[name]), at.resolve.after(after[name])];
    const isRequired = was['required'] === true;
    if (!(name in before)) here.notes('the header is new');
    else if (!(name in after)) here[isRequired ? 'breaks' : 'surprises']('the header is gone');
    else {
      if (isRequired && is['required'] !== true) here.breaks('the header is optional now');
      compareSchemas({ before: was['schema'], after: is['schema'], direction: 'answered' }, here);
    }
  }
}

/** Compares the media types of a body. A difference of a schema that several media types share is reported once. */
function compareContents({ before, after }: Pair<Tree>, direction: Direction, at: Comparison): void {
  const [was, is] = [treeOf(before['content']), treeOf(after['content'])];
  for (const type of Object.keys(is)) if (!(type in was)) at.notes(`the media type ${type} is new`);
  for (const [type, content] of Object.entries(was)) {
    const schemas = { before: treeOf(content)['schema'], after: treeOf(is[type])['schema'] };
    if (type in is) compareSchemas({ ...schemas, direction, isText: isForm(type) }, at);
    else at.breaks(`the media type ${type} is gone`);
  }
}

/** Whether the fields of a body are sent as text. */
function isForm(type: string): boolean {
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
}
