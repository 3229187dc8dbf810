import type { ExtensionPoints } from 'lectern';
import type { Kernel } from '../../../hosting/internals.ts';
import { servicesOf, shownOf, type CheckTarget } from '../target.ts';
import { Part } from './part.ts';
import { checkTerms, fieldTerms, hookTerms, jobTerms, subscriberTerms, type Terms } from './part_terms.ts';

type Method = (...given: unknown[]) => unknown;

/** Parts of the checked module, whose calls in the running installation are recorded. */
export class Parts {
  readonly #all: Part[] = [];
  /** Jobs by name. */
  readonly jobs = new Map<string, Part>();
  /** Names of subscribers. */
  readonly subscribers: string[] = [];
  #failed: Part | undefined;

  /** Records calls of all parts of the module from now on. */
  static of({ services: { contributions }, modules }: Kernel, target: CheckTarget): Parts {
    const parts = new Parts(target);
    const own = <P extends keyof ExtensionPoints>(point: P) =>
      contributions.of(point).filter((one) => contributions.moduleOf(one) === target.name);
    const files = modules.flatMap(({ subscribers }) => subscribers);
    for (const job of own('jobs')) parts.jobs.set(job.name, parts.#watch(job, 'run', jobTerms(job.name)));
    for (const one of own('subscribers')) {
      const file = files.find(({ name }) => name === one.name)?.file;
      parts.#watchSubscriber(one, file === undefined ? servicesOf(target) : shownOf(target, file));
    }
    for (const hook of own('operationHooks'))
      for (const method of ['before', 'after'] as const)
        if (hook[method]) parts.#watch(hook, method, hookTerms(hook, method));
    for (const check of own('eventChecks')) parts.#watch(check, 'examine', checkTerms(check));
    for (const added of own('addedFields')) parts.#watch(added, 'resolve', fieldTerms(added));
    return parts;
  }

  private constructor(private readonly target: CheckTarget) {}

  get all(): readonly Part[] {
    return this.#all;
  }

  /** Returns and forgets the part whose error last failed a request; undefined if none has since the last call. */
  takeFailed(): Part | undefined {
    const failed = this.#failed;
    this.#failed = undefined;
    return failed;
  }

  #watch(contribution: object, method: string, terms: Terms): Part {
    const idle = Object.isExtensible(contribution)
      ? terms.idle
      : 'its object is frozen, so its calls cannot be recorded';
    const part = this.#add({ ...terms, idle }, servicesOf(this.target));
    this.#replace(contribution, method, () => part);
    return part;
  }

  #watchSubscriber(one: ExtensionPoints['subscribers'], file: string): void {
    this.subscribers.push(one.name);
    const parts = new Map(one.events.map((event) => [event, this.#add(subscriberTerms(one.name, event), file)]));
    this.#replace(one, 'handle', (event) => parts.get((event as { name: string }).name));
  }

  #add(terms: Terms, file: string): Part {
    const part = new Part({ file, ...terms });
    this.#all.push(part);
    return part;
  }

  /** Replaces a method of a contribution by one that records its calls; a frozen contribution is not changed. */
  #replace(contribution: object, method: string, partOf: (given: unknown) => Part | undefined): void {
    const original = Reflect.get(contribution, method) as Method;
    const value: Method = (...given) => {
      const part = partOf(given[0]);
      const work = () => original.apply(contribution, given);
      return part ? part.call(work, () => (this.#failed = part.terms.refuses ? part : this.#failed)) : work();
    };
    Reflect.defineProperty(contribution, method, { value, configurable: true, writable: true });
  }
}
