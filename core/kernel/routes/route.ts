import type { Answer } from '../declare/answer.ts';
import type { FailureKind, RestatedFailure } from '../declare/failure.ts';
import type { InputFields } from '../declare/input.ts';
import type { Operation } from '../declare/operations.ts';
import type { Access, ResourceClass } from '../declare/records.ts';
import type { Layer } from '../modules/layers.ts';
import type { Deprecation } from './deprecation.ts';

/** One operation at one address: all that routing, checks, document and the list of routes need to know. */
export interface Route {
  readonly operation: Operation;
  readonly methods: readonly string[];
  /** Path below `/api` as its author wrote it, with the item's parameter where the operation has one. */
  readonly address: string;
  readonly parameters: readonly string[];
  readonly layer: Layer;
  readonly module: string;
  /** Path below the root. */
  readonly file: string;
  /** The class that serves it. */
  readonly target: ResourceClass;
  readonly access: Access;
  readonly input: InputFields;
  readonly answer: Answer;
  readonly mode: string | undefined;
  readonly fails: readonly (FailureKind | RestatedFailure)[];
  readonly summary: string | undefined;
  /** Makes a new object: 201, with its address. */
  readonly creates: boolean;
  /** Heeds the revisions that the client names with `If-Match`. */
  readonly revised: boolean;
  /** Heeds the header `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** Seconds that caches may keep the answer to a caller without a credential; 0 for not at all. */
  readonly cached: number;
  /** Set where the configuration says that clients should not use it any more. */
  readonly deprecation: Deprecation | undefined;
  /** Routes of earlier layers that this one overrides, the nearest first. */
  readonly overridden: readonly Route[];
  readonly run: (call: never) => unknown;
}

/** `open`, `signed in`, or the permission. */
export function nameOf(access: Access): string {
  if (access.kind === 'permission') return access.permission;
  return access.kind === 'open' ? 'open' : 'signed in';
}

/** Parameters that hold an id by their name: `id`, `courseId`. */
export function isIdParameter(name: string): boolean {
  return name === 'id' || name.endsWith('Id');
}
