import { accepts, cached, creates, fails, open, pageOf, paging, requires, returns, revised, summary } from 'lectern';
import type { Call, Caller, FailureKind, OpenCall, Page, Shape } from 'lectern';
import { together, type ReadCall } from '../../infrastructure/database/index.ts';
import { done } from '../users/index.ts';
import { memberChange, newMember } from './inputs.ts';
import type { MemberEditing } from './services/member_editing.ts';
import type { Revised, Visible } from './services/goods_query.ts';
import type { Members } from './services/members.ts';

/** What the operations on the members of one kind of goods declare. */
interface MemberTerms<Parent extends string> {
  /** Name of the path parameter with the id of the goods. */
  readonly parent: Parent;
  /** The goods in summaries, such as `a course`. */
  readonly goods: string;
  /** Permission to change members, and to read those of unpublished goods. */
  readonly permission: string;
  /** Whether members are readable without a credential. */
  readonly open?: boolean;
  readonly shape: Shape;
  readonly notFound: FailureKind;
  readonly memberNotFound: FailureKind;
  readonly alreadyMember: FailureKind;
}

interface Goods {
  mustExist(id: string, visible: { readonly status: Visible }, call?: ReadCall): Promise<void>;
}

/** Base class of the resource of the members of one kind of goods; managers also read members who are locked out. */
// oxlint-disable-next-line max-lines-per-function -- the class of the five operations
export function memberResource<Parent extends string>(terms: MemberTerms<Parent>) {
  const { parent, goods, permission, shape, notFound, memberNotFound, alreadyMember } = terms;
  type One = Record<Parent | 'id', string>;
  const manages = (user: Caller | undefined) => user?.permissions.has(permission) === true;
  const readable: ReturnType<typeof cached> = (...operation) => {
    if (!terms.open) return;
    open(...operation);
    cached(10)(...operation);
  };
  abstract class MemberResource {
    protected abstract readonly goods: Goods;
    protected abstract readonly members: Pick<Members<Parent>, 'get' | 'list'>;
    protected abstract readonly editing: MemberEditing;

    @summary(`List the members of ${goods}, newest first. Members who are locked out are left out.`)
    @readable
    @accepts(paging)
    @fails(notFound)
    @returns(pageOf(shape), 'public')
    async search(call: OpenCall<Record<Parent, string>, typeof paging>): Promise<Page<object>> {
      const id = call.params[parent];
      const [, page] = await together([this.find(id, call), this.members.list(id, call.input, call)]);
      return page;
    }

    @summary(`Get a member of ${goods}. Members who are locked out are shown to managers only.`)
    @readable
    @fails(notFound, memberNotFound)
    @returns(shape, 'public')
    async get(call: OpenCall<One>): Promise<Revised> {
      const { [parent]: id } = call.params;
      const wanted = { id: call.params.id, manages: manages(call.user) };
      const [, found] = await together([this.find(id, call), this.members.get(id, wanted, call)]);
      call.reply.revision(found.revision);
      return found;
    }

    @summary(`Add a member to ${goods}`)
    @requires(permission)
    @accepts(newMember)
    @creates
    @fails(notFound, alreadyMember)
    @returns(shape, 'public')
    async add({ params, input }: Call<Record<Parent, string>, typeof newMember>) {
      const id = await this.editing.add(params[parent], input);
      return this.members.get(params[parent], { id, manages: true });
    }

    @summary(`Change a membership of ${goods}. Only the given fields change.`)
    @requires(permission)
    @accepts(memberChange)
    @revised
    @fails(notFound, memberNotFound)
    @returns(shape, 'public')
    async update({ params: { [parent]: parentId, id }, request, input }: Call<One, typeof memberChange>) {
      await this.editing.update({ parentId, id, seen: request.revisions }, input);
      return this.members.get(parentId, { id, manages: true });
    }

    @summary(`Remove a member from ${goods}`)
    @requires(permission)
    @revised
    @fails(notFound, memberNotFound)
    @returns(done, 'public')
    async remove({ params: { [parent]: parentId, id }, request }: Call<One>) {
      await this.editing.remove({ parentId, id, seen: request.revisions });
      return { success: true };
    }

    /** Ensures that the caller sees the goods. @throws `notFound` */
    protected find(id: string, call: OpenCall): Promise<void> {
      return this.goods.mustExist(id, { status: manages(call.user) ? 'any' : 'published' }, call);
    }
  }
  return MemberResource;
}
