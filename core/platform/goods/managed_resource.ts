import { accepts, cached, creates, fails, open, pageOf, requires, returns, revised, summary } from 'lectern';
import type { Call, Caller, FailureKind, InputFields, OpenCall, Page, Shape } from 'lectern';
import type { ReadCall, RevisionTarget } from '../../infrastructure/database/index.ts';
import { done } from '../users/index.ts';
import type { Revised, Visible } from './services/goods_query.ts';

/** What the operations of a managed resource declare. */
interface ManagedTerms<Filters, Added, Changed> {
  readonly summaries: Readonly<Record<'search' | 'get' | 'add' | 'update' | 'remove', string>>;
  /** Failure for an object that does not exist. */
  readonly missing: FailureKind;
  /** Further failures. */
  readonly fails: Readonly<Partial<Record<'add' | 'update' | 'remove', readonly FailureKind[]>>>;
  /** Permission to read unpublished objects, and to change objects. */
  readonly permission: string;
  readonly shape: Shape;
  readonly filters: Filters;
  readonly added: Added;
  readonly changed: Changed;
}

/** Objects that a caller sees, in the words of goods and of trees. */
interface Visibility {
  readonly status: Visible;
  readonly manages: boolean;
}

interface Reading {
  list(query: object, call?: ReadCall): Promise<Page<object>>;
  get(id: string, visible: Visibility, call?: ReadCall): Promise<Revised>;
}

interface Editing<Added, Changed> {
  add(input: Call<object, Added>['input'], creator?: Caller): Promise<string>;
  update(target: RevisionTarget, input: Call<object, Changed>['input']): Promise<void>;
  remove(target: RevisionTarget): Promise<void>;
}

const everything: Visibility = { status: 'any', manages: true };

/**
 * Base class of a resource whose objects managers add, change and remove. Managers read all objects, other callers only
 * published ones.
 */
// oxlint-disable-next-line max-lines-per-function -- the class of the five operations
export function managedResource<F extends InputFields, A extends InputFields, C extends InputFields>(
  terms: ManagedTerms<F, A, C>,
) {
  const { summaries, missing, permission, shape } = terms;
  const { add = [], update = [], remove = [] } = terms.fails;
  const visibleTo = (user: Caller | undefined): Visibility =>
    user?.permissions.has(permission) === true ? everything : { status: 'published', manages: false };
  abstract class ManagedResource {
    protected abstract readonly objects: Reading;
    protected abstract readonly editing: Editing<A, C>;

    @summary(summaries.search)
    @open
    @cached(10)
    @accepts(terms.filters)
    @returns(pageOf(shape), 'public')
    search(call: OpenCall<object, F>) {
      return this.objects.list({ ...call.input, ...visibleTo(call.user) }, call);
    }

    @summary(summaries.get)
    @open
    @cached(10)
    @fails(missing)
    @returns(shape, 'public')
    async get(call: OpenCall<{ id: string }>) {
      const found = await this.objects.get(call.params.id, visibleTo(call.user), call);
      call.reply.revision(found.revision);
      return found;
    }

    @summary(summaries.add)
    @requires(permission)
    @accepts(terms.added)
    @creates
    @fails(...add)
    @returns(shape, 'public')
    async add({ input, user }: Call<object, A>) {
      return this.objects.get(await this.editing.add(input, user), everything);
    }

    @summary(summaries.update)
    @requires(permission)
    @accepts(terms.changed)
    @revised
    @fails(missing, ...update)
    @returns(shape, 'public')
    async update({ params: { id }, request, input }: Call<{ id: string }, C>) {
      await this.editing.update({ id, seen: request.revisions }, input);
      return this.objects.get(id, everything);
    }

    @summary(summaries.remove)
    @requires(permission)
    @revised
    @fails(missing, ...remove)
    @returns(done, 'public')
    async remove({ params: { id }, request }: Call<{ id: string }>) {
      await this.editing.remove({ id, seen: request.revisions });
      return { success: true };
    }
  }
  return ManagedResource;
}
